import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { uploadPath } from '#domain/files/urls'
import { createUpload } from '#domain/files/upload'
import { openDirectMessageWith } from '#domain/people/directMessage'
import { toggleReaction } from '#domain/people/react'
import { stopStream } from '#domain/people/stopStream'
import { sendMessage } from '#domain/people/sendMessage'
import type { Db } from '#store/db'
import { changeChannel, markRead } from './changeChannel.ts'
import type { Feed } from '#feed/feed'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { channelChangedFrame, channelFrame, historyFrame, threadFrame } from './snapshots.ts'
import type { Viewer } from '#feed/viewer'
import { sendRead } from './sendInOrder.ts'
import { greet } from './hello.ts'
import { refusedFrame } from './refusals.ts'

/** Does what a frame asks for. Throws a `Refusal` if that is not allowed. */
export async function handleFrame(feed: Feed, viewer: Viewer, frame: ClientFrame): Promise<void> {
  const { store } = feed
  const { caller } = viewer
  const answer = (read: (db: Db) => Promise<ServerFrame>, onRefused = () => {}) =>
    sendRead(
      feed,
      viewer,
      async (db) => [await read(db)],
      (refusal) => {
        onRefused()
        return [refusedFrame(frame, refusal)]
      },
    )
  switch (frame.type) {
    case 'hello':
      return greet(feed, viewer, frame)
    case 'open':
      feed.viewers.watch(viewer, frame.channel)
      return answer(
        (db) => channelFrame(db, caller, frame.channel),
        () => feed.viewers.unwatch(viewer, frame.channel),
      )
    case 'close':
      return feed.viewers.unwatch(viewer, frame.channel)
    case 'thread':
      return answer((db) => threadFrame(db, caller, frame.channel, frame.thread_ts))
    case 'history':
      return answer((db) => historyFrame(db, caller, frame.channel, frame))
    case 'send': {
      const ts = await store.write((tx) =>
        sendMessage(tx, caller, {
          channelId: frame.channel,
          text: frame.text,
          threadTs: frame.thread_ts,
          broadcast: frame.broadcast,
          clientMsgId: frame.id,
          toAssistant: true,
          files: frame.files,
        }),
      )
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'upload': {
      const { id, ticket } = await store.write((tx) => createUpload(tx, caller, { ...frame, alt: '' }))
      return viewer.send({ type: 'expected', id: frame.id, file: id, path: uploadPath + ticket })
    }
    case 'stop':
      await store.write((tx) => stopStream(tx, caller, frame.channel, frame.ts))
      return viewer.send({ type: 'done', id: frame.id, ts: frame.ts })
    case 'react':
    case 'unreact': {
      const { channel: channelId, ts, name } = frame
      await store.write((tx) => toggleReaction(tx, caller, { channelId, ts, name, wanted: frame.type === 'react' }))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'converse': {
      const ts = await store.write((tx) => startAssistantThread(tx, caller, frame.channel, frame.looking))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'looks':
      return store.write((tx) =>
        setViewedChannel(tx, caller, { channelId: frame.channel, viewedChannel: frame.looking }),
      )
    case 'direct': {
      const channel = await store.write((tx) => openDirectMessageWith(tx, caller, frame.user))
      await answer((db) => channelChangedFrame(db, caller, channel))
      return viewer.send({ type: 'opened', id: frame.id, channel })
    }
    case 'mark':
      await store.write((tx) => markRead(tx, caller, frame.channel, frame.ts))
      return
    case 'create':
    case 'join':
    case 'leave':
    case 'invite':
    case 'kick':
    case 'topic':
    case 'archive': {
      const channel = await store.write((tx) => changeChannel(tx, caller, frame))
      await answer((db) => channelChangedFrame(db, caller, channel))
      return viewer.send({ type: 'changed', id: frame.id, channel })
    }
    case 'ping':
      return viewer.send({ type: 'pong', now: store.db.clock.now() })
  }
}
