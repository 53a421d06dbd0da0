import { askToConfirm } from '#controls/confirm/confirm.ts'
import { request } from '#store/client/pageClient.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'

/** [MSG-32] Deletes a message of the person, if they confirm. What goes wrong is shown at the message. */
export async function deleteOwnMessage(channel: string, ts: string): Promise<void> {
  const confirmed = await askToConfirm({
    title: { type: 'plain_text', text: 'Delete this message?' },
    text: { type: 'plain_text', text: 'It is gone for everybody, and cannot be brought back.' },
    confirm: { type: 'plain_text', text: 'Delete' },
    deny: { type: 'plain_text', text: 'Cancel' },
    style: 'danger',
  })
  if (!confirmed) return
  const result = await request({ type: 'delete', channel, ts }, 'done')
  messageErrors.set(channel, ts, result.ok ? undefined : result.detail)
}
