import type { TextField } from '@rivulet/blocks/types'
import { useRef, type KeyboardEvent } from 'react'
import type { ControlValue } from '#controls/surface/controlValue.ts'
import type { FieldState } from '#controls/surface/useField.ts'

/** The app receives the text when a person pauses typing, not after every key. */
const typingPauseMs = 300

/** Handlers for a text field whose block dispatches changes: on Enter, or while the person types. */
export function useTextDispatch(
  { dispatch_action_config: config, multiline }: Pick<TextField, 'dispatch_action_config' | 'multiline'>,
  { context, value, setValue, dispatchChange }: FieldState,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const triggers = config?.trigger_actions_on ?? ['on_enter_pressed']
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !context.dispatches) return
      if (!triggers.includes('on_enter_pressed') || (multiline && !event.metaKey && !event.ctrlKey)) return
      event.preventDefault()
      clearTimeout(timer.current)
      void dispatchChange(value)
    },
    changeValue(next: ControlValue) {
      setValue(next)
      clearTimeout(timer.current)
      if (context.dispatches && triggers.includes('on_character_entered'))
        timer.current = setTimeout(() => void dispatchChange(next), typingPauseMs)
    },
  }
}
