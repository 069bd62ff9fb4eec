import type { AppSettings } from '../../../shared/model/app.ts';
import { Choice } from '../../components/Choice.tsx';
import { call } from '../../lib/bridge.ts';
import { useEager } from '../../lib/eager.ts';
import { attempt } from '../../lib/notify.ts';
import { Section } from './Section.tsx';

const THEMES: readonly { value: AppSettings['theme']; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export const Appearance = ({ settings }: { settings: AppSettings }) => {
  const [theme, choose] = useEager(settings.theme, (wanted) =>
    attempt(() => call('app.updateSettings', { theme: wanted })),
  );
  return (
    <Section title="Appearance">
      <Choice label="Theme" value={theme} options={THEMES} onChange={choose} />
    </Section>
  );
};
