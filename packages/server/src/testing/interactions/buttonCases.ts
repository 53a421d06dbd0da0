import { plainText } from '#testing/apps/interactiveServer'
import { type InteractionCase, confirm, optionOne, optionTwo } from './interactionCase.ts'

const feedback = {
  positive_button: { text: plainText('Good'), value: 'good', accessibility_label: 'A good answer' },
  negative_button: { text: plainText('Bad'), value: 'bad' },
}

/** Interactions with buttons and overflow menus. */
export const buttonCases: Record<string, InteractionCase> = {
  button: {
    element: { text: plainText('Go'), value: 'now', style: 'primary', confirm },
    action: { text: plainText('Go'), value: 'now', style: 'primary', confirm },
  },
  'button with an address': {
    element: { text: plainText('Look'), url: 'https://example.com/' },
    action: { text: plainText('Look'), url: 'https://example.com/' },
  },
  overflow: {
    element: { options: [{ ...optionOne, url: 'https://example.com/' }, optionTwo], confirm },
    value: 'one',
    action: { selected_option: { ...optionOne, url: 'https://example.com/' }, confirm },
  },
  feedback_buttons: { element: feedback, value: 'good', action: { text: plainText('Good'), value: 'good' } },
  'feedback_buttons for the worse': {
    element: feedback,
    value: 'bad',
    action: { text: plainText('Bad'), value: 'bad' },
  },
  icon_button: {
    element: { icon: 'trash', text: plainText('Delete'), value: '7', confirm, visible_to_user_ids: ['U0ANA'] },
    action: { icon: 'trash', text: plainText('Delete'), value: '7', confirm },
  },
}
