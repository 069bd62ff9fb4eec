import type { ListItem } from '../../../shared/model/server.ts';
import { Untrusted } from '../../components/Untrusted.tsx';
import classes from './ItemPage.module.css';

/** What an item calls itself and says of itself, as plain text. */
export const ItemHead = ({ item, second }: { item: ListItem; second?: string }) => {
  const title = item.title || item.name;
  const below = second ?? (title === item.name ? undefined : item.name);
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>
        <Untrusted text={title} />
      </h2>
      {below && (
        <code className={classes.name}>
          <Untrusted text={below} />
        </code>
      )}
      {item.description && (
        <div className={classes.description}>
          <Untrusted text={item.description} block />
        </div>
      )}
    </header>
  );
};
