import { Page } from '../../components/Page.tsx';
import { useApp } from '../../lib/store.ts';
import { Appearance } from './Appearance.tsx';
import { Limits } from './Limits.tsx';
import { Models } from './Models.tsx';
import { Rules } from './Rules.tsx';
import { SecretForms } from './SecretForms.tsx';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

/** The person's settings for the whole app, and what this app is. */
export const Settings = () => {
  const app = useApp();
  if (!app) return null;
  return (
    <Page title="Settings">
      <div className={classes.page}>
        <Appearance settings={app.settings} />
        <Models app={app} />
        <Rules app={app} />
        <Limits settings={app.settings} />
        <SecretForms settings={app.settings} />
        <Section title="About">
          <dl className={classes.about}>
            <dt>Gatehouse</dt>
            <dd>version {app.version}</dd>
            <dt>Data folder</dt>
            <dd>
              <code>{app.dataDir}</code>
            </dd>
          </dl>
        </Section>
      </div>
    </Page>
  );
};
