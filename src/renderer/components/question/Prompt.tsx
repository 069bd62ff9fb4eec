import { IconPhoto, IconTool, IconVolume } from '@tabler/icons-react';
import type { PromptEdits, SamplingBlock, SamplingPromptView } from '../../../shared/model/reverse-call.ts';
import { countText, sizeText } from '../../lib/words.ts';
import { LongText } from '../LongText.tsx';
import { Untrusted } from '../Untrusted.tsx';
import { EditableText } from './EditableText.tsx';
import { textKey, withSystemPrompt, withText } from './edits.ts';
import classes from './Question.module.css';

interface Props {
  readonly prompt: SamplingPromptView;
  readonly edits: PromptEdits;
  /** Absent where the prompt is only looked at. */
  readonly onChange?: (edits: PromptEdits) => void;
  readonly disabled?: boolean;
}

/** Main shows a prompt with the person's edits in it once it was approved. */
export const NO_EDITS: PromptEdits = {};

/** The prompt as the model would get it: system prompt, messages, tools. */
export const Prompt = ({ prompt, edits, onChange, disabled = false }: Props) => {
  const called = calledTools(prompt.messages);
  return (
    <>
      <section aria-label="System prompt">
        <h3 className={classes.part}>System prompt</h3>
        {prompt.systemPrompt === undefined && edits.systemPrompt === undefined ? (
          <p className={classes.quiet}>The server sent none.</p>
        ) : (
          <Text
            label="System prompt text"
            original={prompt.systemPrompt ?? ''}
            value={edits.systemPrompt ?? prompt.systemPrompt ?? ''}
            disabled={disabled}
            onChange={onChange && ((text) => onChange(withSystemPrompt(edits, prompt.systemPrompt, text)))}
          />
        )}
      </section>
      <section aria-label="Messages">
        <h3 className={classes.part}>
          Messages <span className={classes.count}>{prompt.messages.length}</span>
        </h3>
        <ol className={classes.messages}>
          {prompt.messages.map((message, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages of one prompt never change places
            <li key={i} className={classes.turn} data-role={message.role}>
              <div className={classes.role}>{message.role}</div>
              {message.blocks.map((block, j) => (
                <Block
                  // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one message never change places
                  key={j}
                  block={block}
                  called={called}
                  label={`Message ${i + 1} from ${message.role}${message.blocks.length > 1 ? `, part ${j + 1}` : ''}`}
                  value={block.type === 'text' ? (edits.texts?.[textKey(i, j)] ?? block.text) : ''}
                  disabled={disabled}
                  onChange={
                    onChange && block.type === 'text'
                      ? (text) => onChange(withText(edits, textKey(i, j), block.text, text))
                      : undefined
                  }
                />
              ))}
            </li>
          ))}
        </ol>
      </section>
      {prompt.tools.length > 0 ? (
        <section aria-label="Tools">
          <h3 className={classes.part}>
            Tools <span className={classes.count}>{prompt.tools.length}</span>
          </h3>
          <p className={classes.quiet}>
            The model may ask for these; the server runs them.
            {prompt.toolChoice ? ` Choice: ${prompt.toolChoice}.` : ''}
          </p>
          {prompt.tools.map((tool) => (
            <details key={tool.name} className={classes.tool}>
              <summary>
                <IconTool size={14} aria-hidden />
                <strong>
                  <Untrusted text={tool.name} />
                </strong>
                <span className={classes.toolText}>
                  <Untrusted text={tool.description.slice(0, 300)} />
                </span>
              </summary>
              {tool.description.length > 300 ? <LongText text={tool.description} copy={false} /> : null}
              <LongText text={tool.schema} code copy={false} />
            </details>
          ))}
        </section>
      ) : null}
    </>
  );
};

interface TextProps {
  readonly label: string;
  readonly original: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: ((text: string) => void) | undefined;
}

const Text = ({ onChange, ...props }: TextProps) =>
  onChange ? <EditableText {...props} onChange={onChange} /> : <LongText text={props.value} copy={false} />;

/** Names of the tools that were called, by the id of the call. */
const calledTools = (messages: SamplingPromptView['messages']): ReadonlyMap<string, string> =>
  new Map(
    messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name] as const] : [])),
    ),
  );

interface BlockProps {
  readonly block: SamplingBlock;
  readonly called: ReadonlyMap<string, string>;
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: ((text: string) => void) | undefined;
}

const Block = ({ block, called, label, value, disabled, onChange }: BlockProps) => {
  switch (block.type) {
    case 'text':
      return (
        <Text label={label} original={block.text} value={value} disabled={disabled} onChange={onChange} />
      );
    case 'image':
      return (
        <figure className={classes.figure}>
          {block.dataUrl?.startsWith('data:image/') ? (
            <img
              src={block.dataUrl}
              alt={`Sent by the server, ${block.mimeType}`}
              className={classes.image}
            />
          ) : null}
          <figcaption className={classes.blockLine}>
            <IconPhoto size={14} aria-hidden />
            <span>
              Image, <Untrusted text={block.mimeType} />, {sizeText(block.bytes)}
            </span>
          </figcaption>
        </figure>
      );
    case 'audio':
      return (
        <div className={classes.blockLine}>
          <IconVolume size={14} aria-hidden />
          <span>
            Audio, <Untrusted text={block.mimeType} />, {sizeText(block.bytes)} long
          </span>
        </div>
      );
    case 'tool_use':
      return (
        <div>
          <div className={classes.blockLine}>
            <IconTool size={14} aria-hidden />
            <span>
              Calls <Untrusted text={block.name} />
            </span>
          </div>
          <LongText text={block.input} code copy={false} />
        </div>
      );
    case 'tool_result':
      return (
        <div>
          <div className={classes.blockLine}>
            <IconTool size={14} aria-hidden />
            <span>
              {block.isError ? 'Failed result' : 'Result'} of{' '}
              <Untrusted text={called.get(block.toolUseId) ?? block.toolUseId} />
            </span>
          </div>
          <LongText text={block.text} copy={false} />
        </div>
      );
    case 'other':
      return <LongText text={block.json} code copy={false} />;
  }
};

/** The rest of the request, only what was sent. */
export const Parameters = ({ prompt }: { prompt: SamplingPromptView }) => {
  const rows: [string, string][] = [];
  if (prompt.temperature !== undefined) rows.push(['Temperature', String(prompt.temperature)]);
  if (prompt.stopSequences.length > 0) {
    rows.push(['Stops at', prompt.stopSequences.map((text) => JSON.stringify(text)).join(', ')]);
  }
  if (prompt.toolChoice && prompt.tools.length === 0) rows.push(['Tool choice', prompt.toolChoice]);
  if (prompt.hints.length > 0) {
    rows.push([prompt.hints.length === 1 ? 'Model hint' : 'Model hints', prompt.hints.join(', ')]);
  }
  if (prompt.includeContext && prompt.includeContext !== 'none') {
    rows.push(['Context', `asked for (${prompt.includeContext}), not included`]);
  }
  if (prompt.metadata) rows.push(['Metadata', prompt.metadata]);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Parameters">
      <h3 className={classes.part}>Parameters</h3>
      <dl className={classes.facts}>
        {rows.map(([term, text]) => (
          <div key={term} className={classes.fact}>
            <dt>{term}</dt>
            <dd>
              <Untrusted text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** The prompt as it was put to the model, folded away beside an answer. */
export const PromptBehind = ({ prompt }: { prompt: SamplingPromptView }) => (
  <details className={classes.behind}>
    <summary>The prompt: {countText(prompt.messages.length, 'message')}</summary>
    <Prompt prompt={prompt} edits={NO_EDITS} />
    <Parameters prompt={prompt} />
  </details>
);
