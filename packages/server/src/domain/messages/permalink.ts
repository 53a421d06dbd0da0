import type { Db } from '#store/db'

/** [MSG-7] The URL at which the web client opens a message. */
export function permalinkOf(db: Db, message: { channel_id: string; ts: string; thread_ts: string | null }): string {
  const { channel_id: channel, ts, thread_ts: root } = message
  const address = `${db.cache.publicUrl}/archives/${channel}/p${ts.replace('.', '')}`
  return root === null ? address : `${address}?thread_ts=${root}&cid=${channel}`
}
