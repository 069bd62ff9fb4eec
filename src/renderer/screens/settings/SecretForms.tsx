import { Checkbox } from '@mantine/core';
import type { AppSettings } from '../../../shared/model/app.ts';
import { Section } from './Section.tsx';
import { update } from './update.ts';

/** What becomes of forms that ask for what no form may ask for. */
export const SecretForms = ({ settings }: { settings: AppSettings }) => (
  <Section title="Secrets">
    <Checkbox
      label="Decline forms that ask for secrets"
      description="MCP forbids servers to ask for passwords, keys, tokens or cards in a form. Otherwise such a form is shown with a warning."
      checked={settings.refuseSecretForms}
      onChange={(event) => update({ refuseSecretForms: event.currentTarget.checked })}
    />
  </Section>
);
