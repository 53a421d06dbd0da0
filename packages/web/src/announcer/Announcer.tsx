import { useEffect } from 'react'
import { onFrame } from '#store/client/pageClient.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { announce } from './announce.ts'
import { isNewOrDone, toAnnouncement } from './announcementText.ts'
import { route } from '#routing/route.ts'

/** Announces new messages of the open channel to screen readers. The message list itself is not a live region. */
export function Announcer() {
  useEffect(() => {
    const announced = new Set<string>()
    return onFrame((frame, before) => {
      const { channel, beside } = route.getState()
      if (frame.type !== 'message' && frame.type !== 'ephemeral') return
      if (frame.channel !== channel && frame.channel !== beside) return
      const { message } = frame
      const isNews = frame.type === 'ephemeral' || isNewOrDone(frame.channel, message, before)
      const text = isNews && toAnnouncement(message, workspace.getState(), announced)
      if (text) announce(text)
    })
  }, [])
  return null
}
