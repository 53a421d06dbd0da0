import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useWorkspace } from '#store/workspace/workspace.ts'

export type Author = {
  id: string
  label: string
  app: boolean
  iconEmoji?: string | undefined
  iconUrl?: string | undefined
}

type MessageAuthorFields = Pick<ViewerMessage, 'user' | 'app_id' | 'username' | 'icon_emoji' | 'icon_url'>

/** The author as a message shows it. An app may set another name and icon; it is still marked as an app. */
export function useAuthor(message: MessageAuthorFields): Author {
  const user = useWorkspace((state) => state.users[message.user])
  return {
    id: message.username ?? message.user,
    label: message.username ?? user?.label ?? message.user,
    app: message.app_id !== undefined || user?.app_id !== undefined,
    iconEmoji: message.icon_emoji,
    iconUrl: message.icon_url,
  }
}
