import type { Block } from '@rivulet/blocks/block'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useMemo, type ReactNode } from 'react'
import { asking } from './asking.ts'
import { SurfaceContext } from './surface.ts'

type Props = { channel: string; message: ViewerMessage; blocks: readonly Block[]; live: boolean; children: ReactNode }

/** The elements of a message of an app can be used, by whoever sees them, once it is whole. */
export function MessageSurface({ channel, message: { ts, app_id }, blocks, live, children }: Props) {
  const asks = app_id !== undefined && !live
  const surface = useMemo(() => {
    const known = { key: `${channel} ${ts}`, channel }
    return asks ? { ...known, ...asking({ channel, ts }, known, blocks) } : undefined
  }, [channel, ts, asks, blocks])
  return <SurfaceContext value={surface}>{children}</SurfaceContext>
}
