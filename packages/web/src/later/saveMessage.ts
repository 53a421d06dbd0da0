import { announce } from '#announcer/announce.ts'
import { request } from '#store/client/pageClient.ts'
import type { RequestResult } from '#store/client/requests.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { threadKey, workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

/** [LAT-1] Keeps a message for later, or no longer. What goes wrong is shown at the message. */
export async function toggleSaved(channel: string, ts: string): Promise<void> {
  const isSaved = workspace.getState().saved[threadKey(channel, ts)] !== undefined
  messageErrors.set(channel, ts, undefined)
  const result = await (isSaved ? forget(channel, ts) : save(channel, ts))
  if (!result.ok) messageErrors.set(channel, ts, result.detail)
  else announce(isSaved ? t('Removed from Later.') : t('Saved for later.'))
}

/** Keeps a message, or changes how it is kept. `remind_at` is in Unix milliseconds; 0 for no reminder. */
export function save(
  channel: string,
  ts: string,
  change: { done?: boolean; remind_at?: number } = {},
): Promise<RequestResult<'done'>> {
  return request({ type: 'save', channel, ts, ...change }, 'done')
}

export function forget(channel: string, ts: string): Promise<RequestResult<'done'>> {
  return request({ type: 'unsave', channel, ts }, 'done')
}
