/** A form with one field that must be filled in. */
export const form = (name: string) => ({
  method: 'elicitation/create',
  params: {
    message: `${name}?`,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  },
});

/** A short prompt. */
export const sampling = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 10 },
};
