import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { uploadPath } from '#domain/files/urls'
import { createUpload } from '#domain/files/upload'
import { openDirectMessageWith } from '#domain/channels/direct/open'
import { editMessage, removeMessage } from '#domain/people/messages/change'
import { toggleReaction } from '#domain/people/react'
import { stopStream } from '#domain/people/stopStream'
import { reportSight } from '#domain/push/sight'
import { reportActivity, setAway } from '#domain/people/presence'
import { deletePicture, setPicture } from '#domain/people/pictures/pictures'
import { changePreferences } from '#domain/people/profile/preferences'
import { changeProfile } from '#domain/people/profile/change'
import { forwardMessage } from '#domain/people/messages/forward'
import { sendMessage } from '#domain/people/messages/send'
import { blocksOfWritten } from '#domain/people/messages/written'
import { endOwnSessions, noteUse } from '#domain/people/accounts/ownSessions'
import { sessionsFrame } from './workspace/sessions.ts'
import type { Db, Tx } from '#store/db'
import { attend, markRead } from './attend.ts'
import { changeChannel } from './changeChannel.ts'
import { keep } from './keep.ts'
import type { Feed } from '#feed/feed'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { groupsFrame } from './workspace/groups.ts'
import { presenceFrame } from '#feed/frames/personFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { channelChangedFrame, channelFrame, pinsFrame } from './snapshots.ts'
import { historyFrame, threadFrame } from './timelines.ts'
import type { Viewer } from '#feed/viewer'
import { changeSubscription, pushKeyFrame } from './push.ts'
import { sendRead } from './sendInOrder.ts'
import { greet } from './hello.ts'
import { channelsFrame } from './workspace/channels.ts'
import { conversationsFrame, workFrame } from './workspace/agents.ts'
import { activityFrame } from './workspace/activity.ts'
import { foundFrame } from './workspace/search.ts'
import { keepForLater } from './workspace/laterFrames.ts'
import { draftFrame } from '#feed/objects/drafts'
import { laterFrame } from '#feed/objects/later'
import { typedFrame, versionsFrame } from '#feed/objects/written'
import { arrangeSidebar } from '#domain/people/sidebar'
import { saveDraft } from '#domain/people/drafts'
import { refusedFrame } from './refusals.ts'

/** Does what a frame asks for. Throws a `Refusal` if that is not allowed. */
export async function handleFrame(feed: Feed, viewer: Viewer, frame: ClientFrame): Promise<void> {
  const { caller, session } = viewer
  const write = <T>(work: (tx: Tx) => Promise<T> | T) => feed.writeFor(viewer, frame, work)
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
      return answer((db) => threadFrame(db, caller, frame))
    case 'history':
      return answer((db) => historyFrame(db, caller, frame))
    case 'send': {
      const ts = await write((tx) =>
        sendMessage(tx, caller, {
          channelId: frame.channel,
          text: frame.text,
          blocks: frame.blocks && blocksOfWritten(frame),
          threadTs: frame.thread_ts,
          broadcast: frame.broadcast,
          clientMsgId: frame.id,
          toAssistant: true,
          files: frame.files,
        }),
      )
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'forward': {
      const ts = await write((tx) => forwardMessage(tx, caller, frame))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'typed':
      return answer((db) => typedFrame(db, caller, frame))
    case 'versions':
      return answer((db) => versionsFrame(db, caller, frame))
    case 'edit':
    case 'delete': {
      const own = { channelId: frame.channel, ts: frame.ts }
      await write((tx) =>
        frame.type === 'edit'
          ? editMessage(tx, caller, { ...own, text: frame.text, blocks: frame.blocks })
          : removeMessage(tx, caller, own),
      )
      return viewer.send({ type: 'done', id: frame.id, ts: frame.ts })
    }
    case 'upload': {
      const { id, ticket } = await write((tx) => createUpload(tx, caller, { ...frame, alt: '' }, session))
      return viewer.send({ type: 'expected', id: frame.id, file: id, path: uploadPath + ticket })
    }
    case 'stop':
      await write((tx) => stopStream(tx, caller, frame.channel, frame.ts, frame.app_id))
      return viewer.send({ type: 'done', id: frame.id, ts: frame.ts })
    case 'react':
    case 'unreact': {
      const { channel: channelId, ts, name } = frame
      await write((tx) => toggleReaction(tx, caller, { channelId, ts, name, wanted: frame.type === 'react' }))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'pins':
      return answer((db) => pinsFrame(db, caller, frame))
    case 'pin':
    case 'unpin':
    case 'bookmark':
    case 'unbookmark':
    case 'schedule':
    case 'reschedule':
    case 'send_scheduled':
    case 'unschedule': {
      const ts = await write((tx) => keep(tx, caller, frame))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'converse': {
      const ts = await write((tx) => startAssistantThread(tx, caller, frame.channel, frame.looking))
      return viewer.send({ type: 'done', id: frame.id, ts })
    }
    case 'looks': {
      const { channel: channelId, thread_ts: threadTs, looking: viewedChannel } = frame
      return write((tx) => setViewedChannel(tx, caller, { channelId, threadTs, viewedChannel }))
    }
    case 'conversations':
      return answer((db) => conversationsFrame(db, caller, frame))
    case 'work':
      return answer((db) => workFrame(db, caller, frame.id))
    case 'direct': {
      const channel = await write(async (tx) => (await openDirectMessageWith(tx, caller, frame.users)).channel.id)
      await answer((db) => channelChangedFrame(db, caller, channel))
      return viewer.send({ type: 'opened', id: frame.id, channel })
    }
    case 'profile': {
      const { type: _type, id, ...fields } = frame
      await write((tx) => changeProfile(tx, caller, caller.userId, fields))
      return viewer.send({ type: 'saved', id })
    }
    case 'picture': {
      const bytes = Buffer.from(frame.image, 'base64')
      await write(async (tx) => {
        if (bytes.length > 0) await setPicture(tx, caller, bytes)
        else await deletePicture(tx, caller)
      })
      return viewer.send({ type: 'saved', id: frame.id })
    }
    case 'prefer': {
      const { type: _type, id, ...change } = frame
      await write((tx) => changePreferences(tx, caller, change))
      return viewer.send({ type: 'saved', id })
    }
    case 'away':
      await write((tx) => setAway(tx, caller, frame.away))
      return viewer.send({ type: 'saved', id: frame.id })
    case 'active':
      viewer.wasUsed = true
      return write(async (tx) => {
        await reportActivity(tx, caller, viewer.id)
        await noteUse(tx, session)
      })
    case 'people':
      viewer.shows = new Set(frame.users)
      return answer((db) => presenceFrame(db, caller.teamId, frame.users, 0))
    case 'mark':
      return write((tx) => markRead(tx, caller, frame))
    case 'activity':
      return answer((db) => activityFrame(db, caller, frame))
    case 'unread':
    case 'notify':
    case 'seen':
    case 'quiet':
      await write((tx) => attend(tx, caller, frame))
      return viewer.send({ type: 'done', id: frame.id, ts: frame.type === 'unread' ? frame.ts : '' })
    case 'draft': {
      const { channel: channelId, thread_ts: threadTs, at, draft } = frame
      return write((tx) => saveDraft(tx, caller, { channelId, threadTs, at, draft }))
    }
    case 'arrange':
      await write((tx) => arrangeSidebar(tx, caller, frame.sidebar))
      return viewer.send({ type: 'done', id: frame.id, ts: '' })
    case 'save':
    case 'unsave':
      await write((tx) => keepForLater(tx, caller, frame))
      return viewer.send({ type: 'done', id: frame.id, ts: frame.ts })
    case 'later':
      return answer((db) => laterFrame(db, caller, frame))
    case 'draft_of':
      return answer((db) => draftFrame(db, caller, frame))
    case 'push_key':
      return answer((db) => pushKeyFrame(db, feed.pushes, frame.id))
    case 'subscribe':
    case 'unsubscribe':
      await write((tx) => changeSubscription(tx, session, feed.pushes, frame))
      return viewer.send({ type: 'done', id: frame.id, ts: '' })
    case 'sight':
      viewer.wasInSight ||= frame.in_sight
      return write((tx) => reportSight(tx, caller, viewer.id, frame.in_sight))
    case 'sessions':
      return answer((db) => sessionsFrame(db, session, frame.id))
    case 'end_sessions':
      await write((tx) => endOwnSessions(tx, session, frame.session))
      return viewer.send({ type: 'done', id: frame.id, ts: '' })
    case 'group_members':
    case 'groups_of':
      return answer((db) => groupsFrame(db, caller, frame))
    case 'channels':
    case 'find_channels':
      return answer((db) => channelsFrame(db, caller, frame))
    case 'search':
      return answer((db) => foundFrame(db, caller, frame))
    case 'create':
    case 'join':
    case 'leave':
    case 'invite':
    case 'kick':
    case 'topic':
    case 'archive':
    case 'hide': {
      const channel = await write((tx) => changeChannel(tx, caller, frame))
      await answer((db) => channelChangedFrame(db, caller, channel))
      return viewer.send({ type: 'changed', id: frame.id, channel })
    }
    case 'ping':
      return viewer.send({ type: 'pong', now: feed.store.db.clock.now() })
  }
}
