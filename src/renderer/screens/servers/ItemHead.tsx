import type { ListItem } from '../../../shared/model/server.ts';
import { LongText } from '../../components/LongText.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import classes from './ItemPage.module.css';

const LONGEST_NAME = 500;

/** What an item calls itself and says of itself, as plain text. */
export const ItemHead = ({ item, second }: { item: ListItem; second?: string }) => {
  const title = item.title || item.name;
  const below = second ?? (title === item.name ? undefined : item.name);
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>
        <Untrusted text={title.slice(0, LONGEST_NAME)} />
      </h2>
      {below && (
        <code className={classes.name}>
          <Untrusted text={below.slice(0, 4 * LONGEST_NAME)} />
        </code>
      )}
      {item.description && (
        <div className={classes.description}>
          <LongText text={item.description} limit={4000} bare copy={false} />
        </div>
      )}
    </header>
  );
};
