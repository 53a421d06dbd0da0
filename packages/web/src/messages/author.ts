import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useWorkspace } from '#store/workspace.ts'

export type Author = {
  id: string
  label: string
  app: boolean
  iconEmoji?: string | undefined
  iconUrl?: string | undefined
}

type Said = Pick<ViewerMessage, 'user' | 'app_id' | 'username' | 'icon_emoji' | 'icon_url'>

/** Who is shown as having said it: an app may take another name and icon, and stays an app. */
export function useAuthor(said: Said): Author {
  const user = useWorkspace((state) => state.users[said.user])
  return {
    id: said.username ?? said.user,
    label: said.username ?? user?.label ?? said.user,
    app: said.app_id !== undefined || user?.app_id !== undefined,
    iconEmoji: said.icon_emoji,
    iconUrl: said.icon_url,
  }
}
