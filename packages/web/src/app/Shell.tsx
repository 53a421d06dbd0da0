import { Announcer } from '#announcer/Announcer.tsx'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ViewerContext } from '#blocks/viewer.ts'
import { connection } from '#feed/connectionState.ts'
import { ChannelPane } from '#channels/pane/ChannelPane.tsx'
import { ChannelDialogHost } from '#channels/dialogs/ChannelDialogHost.tsx'
import { ConfirmDialogHost } from '#controls/confirm/ConfirmDialogHost.tsx'
import { startClient, watchRoute } from '#store/client/pageClient.ts'
import { readOwn, writeOwn } from '#store/browser/browserStorage.ts'
import { isDirectWithApp } from '#names/channelTitle.ts'
import { useWorkspace, workspace } from '#store/workspace/workspace.ts'
import { Sidebar } from '#sidebar/Sidebar.tsx'
import { followPresence } from '#people/presence.ts'
import { PeopleDialogHost } from '#people/PeopleDialogHost.tsx'
import { ModalHost } from '#modals/ModalHost.tsx'
import { t } from '#words/t.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { LiveRegion } from '#announcer/LiveRegion.tsx'
import { ShortcutsHost } from '#keys/ShortcutsHost.tsx'
import { useShortcuts } from '#keys/useShortcuts.ts'
import { watchMentionsOutside } from '#invitations/mentionsOutside.ts'
import { openThreadsOnReply } from '#threads/openThreadOnReply.ts'
import { afterPaint, fetchLazily, holdLazyCode, preloadLazyCode } from '#ui/lazy/lazyCode.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { landingOf } from '#routing/landing.ts'
import { isUnknownAddress, navigate, useRoute } from '#routing/route.ts'
import { refreshSession } from '#signin/session.ts'
import { ReactionPickerHost } from '#reactions/ReactionPickerHost.tsx'
import { SearchHost } from '#search/SearchHost.tsx'
import { SwitcherHost } from '#switcher/SwitcherHost.tsx'
import { useWorkspaceViewer } from './useWorkspaceViewer.ts'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import styles from './Shell.module.css'

const ActivityPage = lazyComponent(async () => (await import('#late.ts')).ActivityPage)
const AgentsPage = lazyComponent(async () => (await import('#late.ts')).AgentsPage)
const NoChannel = lazyComponent(async () => (await import('#soon.ts')).NoChannel)
const UnseenChannel = lazyComponent(async () => (await import('#soon.ts')).UnseenChannel)
const PageTitle = lazyComponent(async () => (await import('#soon.ts')).PageTitle)
const Notes = lazyComponent(async () => (await import('#soon.ts')).Notes)
const AgentPane = lazyComponent(async () => (await import('#late.ts')).AgentPane)
const ThreadPane = lazyComponent(async () => (await import('#soon.ts')).ThreadPane)
const Tooltip = lazyComponent(async () => (await import('#soon.ts')).Tooltip)

/** The page of a person who is signed in: sidebar, channel, thread, and the dialogs over them. */
export function Shell() {
  const ready = useWorkspace((state) => state.ready)
  const route = useRoute()
  const { channel: channelId, thread, activity, agents, beside: agentId } = route
  const channel = useWorkspace((state) => (channelId ? state.channels[channelId] : undefined))
  const agentChannel = useWorkspace((state) => (agentId ? state.channels[agentId] : undefined))
  const isUnknown = isUnknownAddress(route)
  const isUnseen = useWorkspace((state) => channelId !== undefined && state.unseen[channelId] === true)
  /** Whether the first messages have been there, if there were any to show. */
  const [isShown, setShown] = useState(false)
  const isLoaded = useWorkspace((state) => ready && (!channel || state.contents[channel.id]?.loaded === true))
  if (isLoaded && !isShown) setShown(true)
  const [releaseLazyCode] = useState(holdLazyCode)
  /** A direct message with an app shows its threads in place. */
  const beside = useWorkspace((state) => !channel || !isDirectWithApp(channel, state))
  const viewer = useWorkspaceViewer()
  /** Every time on the page is written anew when it changes. */
  const clock = useWorkspace((state) => state.preferences.clock ?? '')
  const lost = useStore(connection, ({ state }) => state === 'lost')
  useShortcuts()
  useEffect(() => startClient(() => void refreshSession()), [])
  // From the first message on that the person sends.
  useEffect(watchMentionsOutside, [])
  useEffect(openThreadsOnReply, [])
  useEffect(() => (isShown ? afterPaint(releaseLazyCode) : undefined), [isShown, releaseLazyCode])
  useEffect(() => releaseLazyCode, [releaseLazyCode])
  useEffect(() => (isShown ? startSoon() : undefined), [isShown])
  useEffect(() => (ready ? followPresence() : undefined), [ready])
  useEffect(() => (isShown ? preloadLazyCode() : undefined), [isShown])
  useEffect(() => {
    watchRoute(route)
    if (channelId) writeOwn('last', channelId)
    else if (ready && !isUnknown && !activity && !agents && matchMedia('(min-width: 768px)').matches)
      openInitialChannel()
  }, [route, channelId, activity, agents, isUnknown, ready])

  if (!ready) return <LoadingScreen text={lost ? t('The server cannot be reached. Trying again…') : undefined} />
  return (
    <ViewerContext value={viewer}>
      <div
        className={styles['shell']}
        data-view={
          (thread && beside) || (channel && agentChannel)
            ? 'thread'
            : channelId || activity || agents || isUnknown
              ? 'channel'
              : 'list'
        }
      >
        <a className={styles['skip']} href="#messages">
          {t('Skip to messages')}
        </a>
        <Sidebar />
        {activity ? (
          <ActivityPage show={activity} />
        ) : agents ? (
          <AgentsPage />
        ) : channel ? (
          <ChannelPane key={channel.id + clock} channel={channel} />
        ) : channelId && isUnseen ? (
          <UnseenChannel key={channelId} channel={channelId} />
        ) : (
          <NoChannel text={isUnknown ? nothingHere : channelId ? '' : t('Choose a conversation.')} lost={isUnknown} />
        )}
        {channel && agentChannel && (
          <AgentPane key={agentChannel.id + clock} channel={agentChannel} looking={channel.id} />
        )}
        {channel && thread && beside && <ThreadPane key={thread + clock} channel={channel} threadTs={thread} />}
      </div>
      <ConnectionBanner />
      <SwitcherHost />
      <ShortcutsHost />
      <ReactionPickerHost />
      <ChannelDialogHost />
      <PeopleDialogHost />
      <ModalHost />
      <ConfirmDialogHost />
      <SearchHost />
      <PageTitle />
      <Notes />
      <Tooltip />
      <Announcer />
      <LiveRegion testId="announcer" />
    </ViewerContext>
  )
}

/** Runs the rest as soon as its code has come. */
function startSoon(): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  void fetchLazily(() => import('#soon.ts')).then((soon) => {
    if (!stopped) stop = soon.runBehind()
  })
  return () => {
    stopped = true
    stop?.()
  }
}

const nothingHere = t('There is nothing at this address.')

/** Opens the channel of the last visit, else the general one, else any. */
function openInitialChannel() {
  const channels = Object.values(workspace.getState().channels)
  const last = readOwn('last')
  const first =
    channels.find((channel) => channel.id === last) ?? channels.find((channel) => channel.general) ?? channels[0]
  if (first) navigate(landingOf(first, workspace.getState()), 'replace')
}
