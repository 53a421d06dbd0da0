import { useEffect } from 'react'
import { onFrame } from '#store/client.ts'
import { workspace } from '#store/workspace.ts'
import { announce } from './announcing.ts'
import { announcementOf } from './announcement.ts'
import { place } from './place.ts'
import { Spoken } from './Spoken.tsx'

/** The one place that speaks to screen readers. The list of messages itself keeps quiet. */
export function Announcer() {
  useEffect(() => {
    const said = new Set<string>()
    return onFrame((frame) => {
      if ((frame.type !== 'message' && frame.type !== 'ephemeral') || frame.channel !== place.getState().channel) return
      const text = announcementOf(frame.message, workspace.getState(), said)
      if (text) announce(text)
    })
  }, [])
  return <Spoken testId="announcer" />
}
