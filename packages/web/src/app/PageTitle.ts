import { useEffect } from 'react'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { useRoute, type Route } from '#routing/route.ts'
import { countAllUnread, formatUnread } from '#store/workspace/unread.ts'
import { useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

/**
 * [REA-4] Shows in the title of the page what is on it and how many mentions and direct messages wait to be read:
 * "(2) #general · Acme"; "• " stands for other messages. Its icon, and that of the installed app, say the same.
 */
export function PageTitle(): null {
  const route = useRoute()
  const place = useWorkspace((state) => placeOf(state, route))
  const mentions = useWorkspace((state) => countAllUnread(state).mentions)
  const hasUnread = useWorkspace((state) => countAllUnread(state).unread > 0)
  useEffect(() => {
    document.title = `${mentions > 0 ? `(${formatUnread(mentions)}) ` : hasUnread ? '• ' : ''}${place}`
  }, [mentions, hasUnread, place])
  useEffect(() => {
    showIcon(mentions > 0 ? '-mentioned' : hasUnread ? '-unread' : '')
    void setAppBadge(mentions)
  }, [mentions, hasUnread])
  // [SES-11] Nothing of it stays when nobody is signed in any more.
  useEffect(() => () => void setAppBadge(0), [])
  return null
}

function placeOf(state: Workspace, { channel: id, activity, agents }: Route): string {
  const channel = id === undefined ? undefined : state.channels[id]
  const name = channel && `${isNamedChannel(channel) ? '#' : ''}${channelTitle(channel, state)}`
  return (
    [activity ? t('Activity') : agents ? t('Agents') : name, state.team.name].filter(Boolean).join(' · ') || 'Rivulet'
  )
}

function showIcon(variant: '' | '-unread' | '-mentioned'): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = `/mark${variant}.svg`
  if (icon && icon.getAttribute('href') !== href) icon.href = href
}

/** The number on the icon of an installed app. Not every browser has one. */
async function setAppBadge(count: number): Promise<void> {
  try {
    await navigator.setAppBadge?.(count)
  } catch {
    // The browser does not want to show it.
  }
}
