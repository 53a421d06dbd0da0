import type { FeedbackButtons } from '@rivulet/blocks/block'
import { announce } from '#app/announcing.ts'
import { ThumbDownIcon, ThumbUpIcon } from '#app/icons.tsx'
import { useElement } from './scope.ts'
import { setPressed, usePressed } from './surface.ts'
import styles from './Controls.module.css'

/** Two thumbs. What was said can be changed; it is thanked for in a word. */
export function Feedback({ element }: { element: FeedbackButtons }) {
  const here = useElement(element)
  const pressed = usePressed(here?.surface, here?.scope.block, element)
  if (!here) return null
  const { surface, scope, ask, waiting } = here
  const two = [
    { ...element.positive_button, icon: <ThumbUpIcon /> },
    { ...element.negative_button, icon: <ThumbDownIcon /> },
  ]
  const press = async (value: string) => {
    if (waiting || value === pressed) return
    setPressed(surface, scope.block, element, value)
    if ((await ask({ kind: 'press', value })) === 'taken') announce('Thank you.')
    else setPressed(surface, scope.block, element, pressed)
  }
  return (
    <span className={styles['feedback']} role="group" aria-label="Feedback" data-testid="feedback">
      {two.map(({ text, value, accessibility_label: label = text.text, icon }) => (
        <button
          key={value}
          type="button"
          className={styles['icon']}
          aria-label={label}
          title={label}
          aria-pressed={pressed === value}
          aria-busy={(waiting && pressed === value) || undefined}
          onClick={() => void press(value)}
        >
          {icon}
        </button>
      ))}
      {pressed !== undefined && !waiting && <span className={styles['thanks']}>Thank you.</span>}
    </span>
  )
}
