/** One note of the demo data; it lives in code so that the bundled server needs no files beside it. */
export interface Note {
  id: string;
  title: string;
  body: string;
}

export const NOTES: readonly Note[] = [
  {
    id: 'garden',
    title: 'Roof garden',
    body: 'The roof carries 180 kg per square metre. Herbs go on the south side. The hose is ordered for Tuesday.',
  },
  {
    id: 'launch',
    title: 'Launch checklist',
    body: 'Translations are done except Dutch. The status page still shows the old name. Ask Noor about the mailing list.',
  },
  {
    id: 'retro',
    title: 'Retrospective',
    body: 'Deploys on Friday caused both incidents. Reviews got faster after the rota. Nobody reads the weekly report.',
  },
];

/** All notes as one Markdown text. */
export function notesAsMarkdown(notes: readonly Note[] = NOTES): string {
  return notes.map((note) => `## ${note.title}\n\n${note.body}\n`).join('\n');
}
