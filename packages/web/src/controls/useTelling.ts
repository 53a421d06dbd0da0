import type { TextField } from '@rivulet/blocks/block'
import { useRef, type KeyboardEvent } from 'react'
import type { FieldInUse } from './scope.ts'
import type { Value } from './value.ts'

/** An app is not asked for every key. */
const pause = 300

/** Which keys tell the app, in a block that wants to know before the end. */
export function useTelling(
  { dispatch_action_config: config, multiline }: Pick<TextField, 'dispatch_action_config' | 'multiline'>,
  { scope, value, put, tell }: FieldInUse,
) {
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  const on = config?.trigger_actions_on ?? ['on_enter_pressed']
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !scope.dispatches) return
      if (!on.includes('on_enter_pressed') || (multiline && !event.metaKey && !event.ctrlKey)) return
      event.preventDefault()
      clearTimeout(later.current)
      void tell(value)
    },
    write(next: Value) {
      put(next)
      clearTimeout(later.current)
      if (scope.dispatches && on.includes('on_character_entered'))
        later.current = setTimeout(() => void tell(next), pause)
    },
  }
}
