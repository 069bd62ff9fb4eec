import type { FieldError } from '../../../shared/schema-form/index.ts';
import { applyDefaults, clean, readSchema, validate } from '../../../shared/schema-form/index.ts';
import type { Question } from '../reverse/inbox.ts';
import type { Settled } from '../reverse/types.ts';

/**
 * Asks with a form until the answer fits the schema, is declined or cancelled. A failed check goes back to the form
 * and never ends the call. Declined and cancelled answers carry no `content` (client/elicitation).
 */
export async function answerForm(
  form: { readonly message: string; readonly schema: object },
  question: Question,
): Promise<Settled> {
  const model = readSchema(form.schema);
  let errors: FieldError[] = [];
  for (;;) {
    const answer = await question.ask({ type: 'form', message: form.message, schema: form.schema, errors });
    if (answer.type === 'decline') return { outcome: 'declined', result: { action: 'decline' } };
    if (answer.type !== 'submit') return { outcome: 'cancelled', result: { action: 'cancel' } };
    // A person sees the defaults in the form and may clear them; an answers file only names what differs.
    const values = question.scripted ? applyDefaults(model, answer.values) : answer.values;
    errors = validate(model, values);
    if (!model.canAccept)
      errors = [{ field: '', message: 'This form cannot be answered, only declined or cancelled.' }];
    if (errors.length === 0) {
      return { outcome: 'accepted', result: { action: 'accept', content: clean(model, values) } };
    }
    if (question.scripted) {
      const what = errors.map((e) => (e.field ? `${e.field}: ${e.message}` : e.message)).join(' ');
      return {
        outcome: 'failed',
        result: { action: 'cancel' },
        reason: `The prepared answer does not fit the form. ${what}`,
      };
    }
  }
}
