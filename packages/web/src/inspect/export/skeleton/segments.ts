import type { ExportedAct, ExportedCall, ExportedEntry, ExportedInteraction } from '#inspect/export/entries.ts'
import type { Cast } from './cast.ts'

/** What a person did, and the calls of apps until the next act. The first segment has no act. */
export interface Segment {
  act: ExportedAct | ExportedInteraction | undefined
  calls: ExportedCall[]
}

/** Calls that change nothing are left out, and those of people. */
export function segmentsOf(entries: readonly ExportedEntry[], cast: Cast): Segment[] {
  const segments: Segment[] = [{ act: undefined, calls: [] }]
  for (const entry of entries.toSorted((a, b) => a.seq - b.seq)) {
    const last = segments.at(-1)
    if (entry.kind === 'act' || (entry.kind === 'interaction' && entry.type !== 'block_suggestion'))
      segments.push({ act: entry, calls: entry.kind === 'act' || !last ? [] : takeCallsSince(last, entry) })
    else if (entry.kind === 'call' && entry.app !== undefined && !cast.isPerson(entry.user) && isChange(entry))
      last?.calls.push(entry)
  }
  return segments.filter(({ act, calls }) => act !== undefined || calls.length > 0)
}

/**
 * An interaction is in the journal when the app has answered it. What the app called before it answered belongs to it: the last
 * calls of the app that began after it.
 */
function takeCallsSince(segment: Segment, { app, at, took_ms: tookMs }: ExportedInteraction): ExportedCall[] {
  const began = at - tookMs
  // Where the clock stands, times tell nothing.
  if (segment.act && segment.act.at >= began) return []
  const first = segment.calls.findLastIndex((call) => call.app !== app || call.at - call.took_ms < began) + 1
  return segment.calls.splice(first)
}

const reading = /(?:\.|^)(?:list|info|history|replies|get[A-Z]?\w*|test|conversations|members|lookupByEmail|validate)$/
const never: ReadonlySet<string> = new Set(['apps.connections.open', 'oauth.v2.access', 'auth.teams.list'])

function isChange({ method }: ExportedCall): boolean {
  return !reading.test(method) && !never.has(method)
}
