/** A date for file names that sorts by time: `20261130-142501-123` (UTC). */
export function stamp(date: Date): string {
  return date.toISOString().replace(/[-:]/g, '').replace('T', '-').replace('.', '-').replace('Z', '');
}
