import type { FeedbackButtons as FeedbackElement } from '@rivulet/blocks/types'
import { announce } from '#announcer/announce.ts'
import { setPressedFeedback, usePressedFeedback } from '#controls/surface/fieldValues.ts'
import { useInteractiveElement } from '#controls/surface/useInteractiveElement.ts'
import { ThumbDownIcon, ThumbUpIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import styles from './FeedbackButtons.module.css'
import iconStyles from './IconControl.module.css'

/** Thumbs up and thumbs down. After a press the person is thanked, and can still change their mind. */
export function FeedbackButtons({ element }: { element: FeedbackElement }) {
  const interactive = useInteractiveElement(element)
  const pressed = usePressedFeedback(interactive?.surface, interactive?.context.block, element)
  if (!interactive) return null
  const { surface, context, interact, pending } = interactive
  const buttons = [
    { ...element.positive_button, icon: <ThumbUpIcon /> },
    { ...element.negative_button, icon: <ThumbDownIcon /> },
  ]
  const press = async (value: string) => {
    if (pending || value === pressed) return
    setPressedFeedback(surface, context.block, element, value)
    if ((await interact({ kind: 'press', value })) === 'accepted') announce(t('Thank you.'))
    else setPressedFeedback(surface, context.block, element, pressed)
  }
  return (
    <span
      className={styles['feedback']}
      data-frameless=""
      role="group"
      aria-label={t('Feedback')}
      data-testid="feedback"
    >
      {buttons.map(({ text, value, accessibility_label: label = text.text, icon }) => (
        <button
          key={value}
          type="button"
          className={iconStyles['icon']}
          aria-label={label}
          data-tip=""
          aria-pressed={pressed === value}
          aria-busy={(pending && pressed === value) || undefined}
          onClick={() => void press(value)}
        >
          {icon}
        </button>
      ))}
      {pressed !== undefined && !pending && <span className={styles['thanks']}>{t('Thank you.')}</span>}
    </span>
  )
}
