import { askToConfirm } from '#controls/confirm/confirm.ts'
import { request } from '#store/client/pageClient.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { t } from '#words/t.ts'

/** [MSG-32] Deletes a message of the person, if they confirm. What goes wrong is shown at the message. */
export async function deleteOwnMessage(channel: string, ts: string): Promise<void> {
  const confirmed = await askToConfirm({
    title: { type: 'plain_text', text: t('Delete this message?') },
    text: { type: 'plain_text', text: t('It is gone for everybody, and cannot be brought back.') },
    confirm: { type: 'plain_text', text: t('Delete') },
    deny: { type: 'plain_text', text: t('Cancel') },
    style: 'danger',
  })
  if (!confirmed) return
  const result = await request({ type: 'delete', channel, ts }, 'done')
  messageErrors.set(channel, ts, result.ok ? undefined : result.detail)
}
