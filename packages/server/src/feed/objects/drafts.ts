import type { Caller } from '#domain/access/caller'
import { type DraftPlace, findDraft, type ListedDraft, listDrafts } from '#domain/people/drafts'
import type { Db } from '#store/db'
import type { DraftEntry } from '#feed/protocol/viewerMessages'
import type { ServerFrame } from '#feed/protocol/serverFrames'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** [DRF-1] What a person has typed and not sent, the newest first. */
export async function findViewerDrafts(db: Db, person: Person): Promise<DraftEntry[]> {
  return (await listDrafts(db, person)).map(toEntry)
}

/** The draft of one place as it is now, without its content. */
export async function draftChangedFrame(
  db: Db,
  person: Person,
  place: DraftPlace,
  seq: number,
): Promise<ServerFrame | undefined> {
  const row = await findDraft(db, person, place)
  if (!row) return undefined
  const entry = toEntry({ ...place, excerpt: row.excerpt, at: row.typed_at })
  return { type: 'draft_changed', seq, ...entry, ...(row.draft ? {} : { gone: true }) }
}

export async function draftFrame(
  db: Db,
  person: Person,
  { id, channel: channelId, thread_ts: threadTs }: { id: string; channel: string; thread_ts?: string },
): Promise<ServerFrame> {
  const row = await findDraft(db, person, { channelId, threadTs })
  return { type: 'draft', id, draft: row?.draft ?? null, at: row?.typed_at ?? 0 }
}

function toEntry({ channelId: channel, threadTs, excerpt, at }: ListedDraft): DraftEntry {
  return { channel, ...(threadTs ? { thread_ts: threadTs } : {}), excerpt, at }
}
