import { useEffect } from 'react'
import { useStore } from 'zustand'
import { ViewerContext } from '#blocks/viewer.ts'
import { connection } from '#feed/connection.ts'
import { Conversation } from '#messages/Conversation.tsx'
import { Dialogs } from '#channels/Dialogs.tsx'
import { ConfirmDialog } from '#controls/ConfirmDialog.tsx'
import { startLooking } from '#store/looking.ts'
import { markRead, startReading } from '#store/reading.ts'
import { show, startClient } from '#store/client.ts'
import { remember, remembered } from '#store/remembered.ts'
import { useWorkspace, workspace } from '#store/workspace.ts'
import { Sidebar } from '#sidebar/Sidebar.tsx'
import { openAnsweredThreads } from '#threads/openAnsweredThreads.ts'
import { Modals } from '#views/Modals.tsx'
import { Announcer } from './Announcer.tsx'
import { Banner } from './Banner.tsx'
import { useKeys } from './keys.ts'
import { fetchTheRest, later } from './later.tsx'
import { goTo, usePlace } from './place.ts'
import { lookWhoIsHere } from './presence.ts'
import { Picker } from '#reactions/Picker.tsx'
import { Switcher } from './Switcher.tsx'
import { useViewerOf } from './useViewerOf.ts'
import { Waiting } from './Waiting.tsx'
import styles from './Shell.module.css'

const ThreadPane = later(async () => (await import('#threads/ThreadPane.tsx')).ThreadPane)

/** The workspace of somebody who is signed in. */
export function Shell() {
  const ready = useWorkspace((state) => state.ready)
  const at = usePlace()
  const { channel, thread } = at
  const known = useWorkspace((state) => (channel ? state.channels[channel] : undefined))
  const viewer = useViewerOf()
  const lost = useStore(connection, ({ state }) => state === 'lost')
  useKeys()
  useEffect(() => startClient(() => void lookWhoIsHere()), [])
  useEffect(() => openAnsweredThreads(), [])
  useEffect(() => startReading(), [])
  useEffect(() => startLooking(), [])
  useEffect(() => (ready ? fetchTheRest() : undefined), [ready])
  useEffect(() => {
    show(at)
    if (channel) remember('last', channel)
    else if (ready && matchMedia('(min-width: 768px)').matches) goToFirst()
  }, [at, channel, ready])
  useReadWhileHere(at.tab ? undefined : channel)

  if (!ready) return <Waiting text={lost ? 'The server cannot be reached. Trying again…' : undefined} />
  return (
    <ViewerContext value={viewer}>
      <div className={styles['shell']} data-view={thread ? 'thread' : channel ? 'channel' : 'list'}>
        <a className={styles['skip']} href="#messages">
          Skip to messages
        </a>
        <Sidebar />
        {known ? <Conversation key={known.id} channel={known} /> : <Nothing asked={channel !== undefined} />}
        {known && thread && <ThreadPane key={thread} channel={known} threadTs={thread} />}
      </div>
      <Banner />
      <Switcher />
      <Picker />
      <Dialogs />
      <Modals />
      <ConfirmDialog />
      <Announcer />
    </ViewerContext>
  )
}

function Nothing({ asked }: { asked: boolean }) {
  return (
    <main className={styles['nothing']} data-region="main" tabIndex={-1}>
      {asked ? 'This conversation is not here, or not open to you.' : 'Choose a conversation.'}
    </main>
  )
}

function goToFirst() {
  const channels = Object.values(workspace.getState().channels)
  const last = remembered('last')
  const first =
    channels.find((channel) => channel.id === last) ?? channels.find((channel) => channel.general) ?? channels[0]
  if (first) goTo({ channel: first.id }, 'replace')
}

function useReadWhileHere(channel: string | undefined) {
  const latest = useWorkspace((state) => (channel ? state.channels[channel]?.latest : undefined))
  useEffect(() => {
    if (!channel) return undefined
    const mark = () => document.visibilityState === 'visible' && markRead(channel)
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [channel, latest])
}
