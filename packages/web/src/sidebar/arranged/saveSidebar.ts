import type { ViewerSidebar } from 'rivulet/feedProtocol'
import { request } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { plainSidebar } from './arrangement.ts'

/** [SDB-1] Arranges the sidebar, here at once and elsewhere once the server knows. Resolves to what went wrong. */
export async function saveSidebar(change: (layout: ViewerSidebar) => ViewerSidebar): Promise<string | undefined> {
  const { sidebar: before } = workspace.getState()
  const sidebar = change(before ?? plainSidebar)
  workspace.setState({ sidebar })
  const result = await request({ type: 'arrange', sidebar }, 'done')
  if (result.ok) return undefined
  if (workspace.getState().sidebar === sidebar) workspace.setState({ sidebar: before })
  return result.detail
}
