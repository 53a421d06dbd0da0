import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { request } from '#store/client/pageClient.ts'

type Started = { ok: true; threadTs: string | undefined } | { ok: false; detail: string }

/**
 * Begins a conversation. An assistant begins it with its own root, and is told which channel is shown beside it. With an
 * agent, the first message begins it.
 */
export async function startConversation(app: ViewerUser, channel: ViewerChannel, looking?: string): Promise<Started> {
  if (!app.converses) return { ok: true, threadTs: undefined }
  const result = await request({ type: 'converse', channel: channel.id, ...(looking ? { looking } : {}) }, 'done')
  return result.ok ? { ok: true, threadTs: result.answer.ts } : { ok: false, detail: result.detail }
}
