import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { ListItem } from '../../../shared/model/server.ts';
import { plainLine, Untrusted } from '../../components/Untrusted.tsx';
import { hashOf } from '../../lib/route.ts';
import { countText } from '../../lib/words.ts';
import classes from './ItemList.module.css';
import shared from './LinkList.module.css';

interface Entry {
  /** Its place: two entries may claim one name. */
  readonly place: number;
  readonly key: string;
  readonly item: ListItem;
}

interface Props {
  readonly serverId: string;
  readonly tab: string;
  readonly selected: string | undefined;
  readonly entries: readonly Entry[];
}

/** Longer lists keep only the rows on the screen. */
const VIRTUAL_ABOVE = 200;
const ROW_PX = 46;

const Row = ({ serverId, tab, selected, entry }: Omit<Props, 'entries'> & { entry: Entry }) => {
  const { item, key } = entry;
  const title = item.title || item.name;
  const second = item.uri ?? item.uriTemplate ?? (title === item.name ? item.description : item.name);
  return (
    <>
      <a
        href={hashOf({ screen: 'servers', id: serverId, tab, item: key })}
        aria-current={selected === key ? 'true' : undefined}
        className={`${shared.link} ${classes.link}`}
        title={plainLine(`${title}${second ? `: ${second}` : ''}`).slice(0, 500)}
      >
        <Untrusted text={title.slice(0, 200)} />
      </a>
      {second && (
        <span className={classes.second}>
          <Untrusted text={second.slice(0, 200)} />
        </span>
      )}
    </>
  );
};

const Plain = ({ entries, ...rest }: Props) => (
  <ul aria-label={`List of ${rest.tab}`} className={shared.list}>
    {entries.map((entry) => (
      <li key={entry.place} className={`${shared.row} ${classes.row}`}>
        <Row {...rest} entry={entry} />
      </li>
    ))}
  </ul>
);

const Virtual = ({ entries, ...rest }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul
        aria-label={`List of ${rest.tab}`}
        className={shared.list}
        style={{ position: 'relative', height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <li
                key={entry.place}
                aria-setsize={entries.length}
                aria-posinset={index + 1}
                className={`${shared.row} ${classes.row}`}
                style={{
                  position: 'absolute',
                  insetInline: 0,
                  height: ROW_PX,
                  transform: `translateY(${start}px)`,
                }}
              >
                <Row {...rest} entry={entry} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
};

/** Up and Down walk from link to link. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = links[event.key === 'ArrowDown' ? at + 1 : at - 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** The entries of a tab, with a search over names, titles and descriptions. */
export const ItemList = (props: Props) => {
  const { entries, tab } = props;
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const texts = useMemo(
    () =>
      entries.map(({ key, item }) =>
        `${item.name}\n${item.title ?? ''}\n${key}\n${item.description ?? ''}`.toLowerCase(),
      ),
    [entries],
  );
  const found = wanted === '' ? entries : entries.filter((_, index) => texts[index]?.includes(wanted));
  const List = found.length > VIRTUAL_ABOVE ? Virtual : Plain;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut beside Tab, not the only way
    <div className={classes.box} onKeyDown={walk}>
      <TextInput
        type="search"
        aria-label={`Search ${tab}`}
        placeholder={`Search ${countText(entries.length, tab.replace(/s$/, ''))}`}
        leftSection={<IconSearch size={14} aria-hidden />}
        size="xs"
        m="xs"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.rows}>
        {found.length === 0 ? (
          <p className={classes.none}>Nothing matches. Clear the search to see all.</p>
        ) : (
          <List {...props} entries={found} />
        )}
      </div>
    </div>
  );
};
