import type { Block } from '@rivulet/blocks/block'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { ScopeContext, type Scope } from './scope.ts'
import { fieldKey, useSurface } from './surface.ts'
import { Trouble } from './Trouble.tsx'

type Props = {
  block: Block
  dispatches?: boolean
  /** What an input block says of its field. */
  field?: Omit<Scope, 'block' | 'dispatches' | 'waiting' | 'ask'>
  children: (trouble: ReactNode) => ReactNode
}

/** Asks the app for the elements of one block, one after the other, and says why it was not done. */
export function BlockScope({ block, dispatches = true, field, children }: Props) {
  const surface = useSurface()
  const [waiting, setWaiting] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const turn = useRef(0)
  const scope = useMemo<Scope>(
    () => ({
      ...field,
      block,
      dispatches,
      waiting,
      async ask(element, value) {
        if (!surface) return false
        const mine = ++turn.current
        setWaiting(fieldKey(block, element))
        setTrouble(undefined)
        const answer = await surface.act({ block, element, value })
        if (mine !== turn.current) return answer.ok
        setWaiting(undefined)
        setTrouble(answer.ok ? undefined : answer.detail)
        return answer.ok
      },
    }),
    [surface, block, dispatches, waiting, field],
  )
  return <ScopeContext value={scope}>{children(<Trouble text={trouble} />)}</ScopeContext>
}
