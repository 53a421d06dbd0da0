import type { StatusRow } from '#domain/threads/status'
import type { ViewerStatus } from '#feed/protocol/viewerMessages'

export function toViewerStatus(row: StatusRow): ViewerStatus {
  return {
    thread_ts: row.thread_ts,
    app_id: row.app_id,
    user: row.user_id,
    text: row.text,
    loading_messages: row.loading_messages,
    ...(row.icon_emoji ? { icon_emoji: row.icon_emoji } : {}),
    ...(row.icon_url ? { icon_url: row.icon_url } : {}),
    ends_at: row.ends_at,
  }
}
