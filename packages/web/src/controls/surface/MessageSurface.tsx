import type { Block } from '@rivulet/blocks/types'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useMemo, type ReactNode } from 'react'
import { createInteractionHandlers } from './interactionHandlers.ts'
import { SurfaceContext } from './surface.ts'

type Props = { channel: string; message: ViewerMessage; blocks: readonly Block[]; live: boolean; children: ReactNode }

/** Makes the elements of an app's message usable for everyone who sees it, once its stream has ended. */
export function MessageSurface({ channel, message: { ts, app_id }, blocks, live, children }: Props) {
  const interactive = app_id !== undefined && !live
  const surface = useMemo(() => {
    if (!interactive) return undefined
    const identity = { key: `${channel} ${ts}`, channel }
    return { ...identity, ...createInteractionHandlers({ channel, ts }, identity, blocks) }
  }, [channel, ts, interactive, blocks])
  return <SurfaceContext value={surface}>{children}</SurfaceContext>
}
