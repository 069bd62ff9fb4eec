import { within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { drawn } from './dom.ts';
import { ABSENT, type Part, WRONG } from './forms.ts';

/** The control of a field, found as a person finds it: by what it is and what it is called. */
export function controlOf(root: HTMLElement, part: Part): HTMLElement {
  const found = within(root);
  const { label } = part;
  switch (part.look) {
    case 'radios':
    case 'yes-no':
      return named(root, '[role="radiogroup"]', label);
    case 'boxes':
      return named(root, '[role="group"]', label);
    case 'box':
      return found.getByLabelText(label, { selector: 'input[type="checkbox"]' });
    case 'select':
      return found.getByLabelText(label, { selector: 'input[role="combobox"], input[aria-haspopup]' });
    default:
      return found.getByLabelText(label, { selector: 'input:not([type="checkbox"]), textarea' });
  }
}

/** The group whose label says `label`: quicker than working out the name of everything in the form. */
function named(root: HTMLElement, selector: string, label: string): HTMLElement {
  const groups = [...root.querySelectorAll<HTMLElement>(selector)].filter((group) => {
    const by = group.getAttribute('aria-labelledby');
    return by !== null && document.getElementById(by)?.textContent === label;
  });
  const [group] = groups;
  if (!group || groups.length > 1) throw new Error(`${groups.length} groups are called "${label}"`);
  return group;
}

/** Everything that stands with a control and with no other one. */
export function placeOf(root: HTMLElement, control: HTMLElement): HTMLElement {
  const others = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
    (each) => !control.contains(each) && each.type !== 'hidden' && !isOffset(each),
  );
  let place = control;
  for (let up = control.parentElement; up && up !== root; up = up.parentElement) {
    if (others.some((each) => up?.contains(each))) break;
    place = up;
  }
  return place;
}

/** The second box of a date with time belongs to the first. */
const isOffset = (element: Element): boolean => element.getAttribute('aria-label') === 'UTC offset';

const optionIn = (group: HTMLElement, label: string): HTMLInputElement =>
  within(group).getByLabelText<HTMLInputElement>(label, { selector: 'input' });

const inputs = (group: HTMLElement): HTMLInputElement[] => [
  ...group.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])'),
];

const labelOf = (input: HTMLInputElement): string => input.labels?.[0]?.textContent ?? '';

/** Does to one field what the case says. */
export async function act(user: UserEvent, root: HTMLElement, part: Part): Promise<void> {
  const { deed } = part;
  const control = (): HTMLElement => controlOf(root, part);
  const clear = async (): Promise<void> => user.click(within(placeOf(root, control())).getByText('Clear'));
  switch (deed.do) {
    case 'leave':
      return;
    case 'type':
    case 'type and clear':
      await user.clear(control());
      // A key at a time, or all at once: a form must take both.
      if (deed.by === 'keys') await user.type(control(), deed.text);
      else {
        await user.click(control());
        await user.paste(deed.text);
      }
      if (deed.do === 'type and clear') await user.clear(control());
      return;
    case 'choose':
    case 'choose and clear':
      if (part.look === 'select') {
        await user.click(control());
        await drawn();
        // Under test the kit draws the list beside its field; that it opens at all is seen in the real window.
        await user.click(within(placeOf(root, control())).getByText(deed.option));
      } else await user.click(optionIn(control(), deed.option));
      if (deed.do === 'choose and clear') await clear();
      return;
    case 'tick':
      for (const option of deed.options) await user.click(optionIn(control(), option));
      return;
    case 'say none':
      await user.click(within(placeOf(root, control())).getByText('None of these'));
      return;
    case 'say':
    case 'say and clear':
      if (part.look === 'yes-no') await user.click(optionIn(control(), deed.yes ? 'Yes' : 'No'));
      else {
        const box = (): HTMLInputElement => control() as HTMLInputElement;
        const answered = !within(placeOf(root, box())).queryByText('not answered');
        if (box().checked !== deed.yes || !answered) {
          await user.click(box());
          if (box().checked !== deed.yes) await user.click(box());
        }
      }
      if (deed.do === 'say and clear') await clear();
  }
}

/** What a field shows, as JSON would say it: `ABSENT` if nothing is entered, `WRONG` if it cannot be said. */
export function shown(root: HTMLElement, part: Part): unknown {
  const control = controlOf(root, part);
  switch (part.look) {
    case 'radios': {
      const on = inputs(control).filter((input) => input.checked);
      return on[0] ? part.options.get(labelOf(on[0])) : ABSENT;
    }
    case 'yes-no': {
      const on = inputs(control).find((input) => input.checked);
      return on ? labelOf(on) === 'Yes' : ABSENT;
    }
    case 'select': {
      const { value } = control as HTMLInputElement;
      return value === '' ? ABSENT : part.options.get(value);
    }
    case 'boxes': {
      const on = inputs(control).filter((input) => input.checked);
      const unsaid = placeOf(root, control).textContent?.includes('not answered') ?? false;
      if (unsaid && on.length > 0) throw new Error('says "not answered" over what is ticked');
      return unsaid ? ABSENT : on.map((input) => part.options.get(labelOf(input)));
    }
    case 'box': {
      const words = within(placeOf(root, control));
      if (words.queryByText('not answered')) return ABSENT;
      const { checked } = control as HTMLInputElement;
      words.getByText(checked ? 'yes' : 'no');
      return checked;
    }
    case 'date-time': {
      const said = /Goes out as (\S+?)(?: \(.*\))?\./.exec(placeOf(root, control).textContent ?? '');
      const wall = (control as HTMLInputElement).value;
      if (wall === '') return ABSENT;
      if (!said?.[1]?.startsWith(wall)) throw new Error(`shows ${wall} and says ${said?.[0]}`);
      return said[1];
    }
    default: {
      const { value } = control as HTMLInputElement;
      return value === '' ? ABSENT : part.number ? numberOf(value) : value;
    }
  }
}

/** A number as anyone reads it, without asking the engine. */
export function numberOf(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed)) return WRONG;
  const value = Number(trimmed);
  return Number.isFinite(value) ? (value === 0 ? 0 : value) : WRONG;
}

/** The message that stands with a field and is tied to its control, if there is one. */
export function errorOf(root: HTMLElement, part: Part): string | undefined {
  const control = controlOf(root, part);
  const holder = part.look === 'boxes' || part.look === 'radios' || part.look === 'yes-no';
  const ids = control.getAttribute('aria-describedby')?.split(/\s+/) ?? [];
  const text = ids
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
  const marked = holder
    ? control.getAttribute('aria-invalid') === 'true' ||
      inputs(control).some((input) => input.getAttribute('aria-invalid') === 'true')
    : control.getAttribute('aria-invalid') === 'true';
  if (text === '' && !marked) return undefined;
  if (text === '' || !marked)
    throw new Error(`"${part.label}": marked ${marked}, tied to ${JSON.stringify(text)}`);
  return text;
}
