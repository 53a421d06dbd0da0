import { sql } from 'kysely'

/** [ENV-12] How many bytes of JSON a page has. An entry that is larger is a page of its own. */
export const maxPageBytes = 1_000_000

/** The entries, from the first, that fit on a page of so many bytes; at least one. The size of an entry is that of its JSON. */
export function fitOnPage<T>(entries: readonly T[], size: (entry: T) => number = jsonBytes, bytes = maxPageBytes): T[] {
  let left = bytes
  const end = entries.findIndex((entry, i) => (left -= size(entry)) < 0 && i > 0)
  return end === -1 ? [...entries] : entries.slice(0, end)
}

export function jsonBytes(entry: unknown): number {
  return Buffer.byteLength(JSON.stringify(entry))
}

/** How many bytes these columns have in the database, which knows it without reading them. */
export function storedBytes(...columns: string[]) {
  const sizes = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  return sql<number>`${sql.join(sizes, sql` + `)}`
}

/** The columns of a message that grow with its content. */
export const contentColumns = ['messages.text', 'messages.blocks', 'messages.attachments', 'messages.metadata'] as const
