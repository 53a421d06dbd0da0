import type { ExportDirectory } from '#inspect/export/entries.ts'
import { names } from './names.ts'

/** Who and what of a team this page knows by name, for exports. */
export function directoryOf(team: string | undefined): ExportDirectory {
  const prefix = `${team} `
  const known = Object.entries(names.getState()).flatMap(([key, thing]) =>
    thing && key.startsWith(prefix) ? [{ id: key.slice(prefix.length), ...thing }] : [],
  )
  return {
    people: known.flatMap(({ id, kind, handle }) =>
      kind === 'person' && handle !== undefined ? [{ id, name: handle }] : [],
    ),
    // A direct message has no name of its own.
    channels: known.flatMap(({ id, kind, name }) =>
      kind === 'channel' && name.startsWith('#') ? [{ id, name: name.slice(1) }] : [],
    ),
    apps: known.flatMap(({ id, kind, name, bot }) => (kind === 'app' ? [{ id, name, botUser: bot }] : [])),
  }
}
