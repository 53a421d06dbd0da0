import type { Block } from '@rivulet/blocks/types'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { ErrorMessage } from '#ui/error/ErrorMessage.tsx'
import { BlockContext, type BlockContextValue } from './blockContext.ts'
import { fieldKey } from './fieldValues.ts'
import { useSurface } from './surface.ts'

type Props = {
  block: Block
  dispatches?: boolean
  /** Ids and state of the field of an input block. */
  field?: Omit<BlockContextValue, 'block' | 'dispatches' | 'pendingKey' | 'interact'>
  children: (error: ReactNode) => ReactNode
}

/** Lets the elements of a block reach the app. Shows which one is pending, and the error of the last interaction. */
export function InteractiveBlock({ block, dispatches = true, field, children }: Props) {
  const surface = useSurface()
  const [pendingKey, setPendingKey] = useState<string>()
  const [error, setError] = useState<string>()
  const latest = useRef(0)
  const context = useMemo<BlockContextValue>(
    () => ({
      ...field,
      block,
      dispatches,
      pendingKey,
      async interact(element, value) {
        if (!surface) return false
        const current = ++latest.current
        setPendingKey(fieldKey(block, element))
        setError(undefined)
        const result = await surface.interact({ block, element, value })
        if (current !== latest.current) return result.ok
        setPendingKey(undefined)
        setError(result.ok ? undefined : result.detail)
        return result.ok
      },
    }),
    [surface, block, dispatches, pendingKey, field],
  )
  return <BlockContext value={context}>{children(<ErrorMessage text={error} />)}</BlockContext>
}
