import type {
  ActionElement,
  Block,
  ContextElement,
  FeedbackButtons,
  IconButton,
  PlanTask,
  RichTextElement,
  RichTextInline,
} from '#types'

/** The tags of a drawing. No message can put another tag on a page. */
export type Tag =
  | 'a'
  | 'article'
  | 'blockquote'
  | 'button'
  | 'caption'
  | 'code'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'em'
  | 'fieldset'
  | 'figcaption'
  | 'figure'
  | 'h2'
  | 'h3'
  | 'hr'
  | 'img'
  | 'input'
  | 'label'
  | 'legend'
  | 'li'
  | 'mark'
  | 'ol'
  | 'p'
  | 'pre'
  | 's'
  | 'section'
  | 'span'
  | 'strong'
  | 'summary'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'time'
  | 'tr'
  | 'u'
  | 'ul'

/** The attributes of a drawing. None of them runs a script; `href` and `src` hold only addresses that `safeHref` allowed. */
export type Attributes = {
  readonly alt?: string | undefined
  readonly 'aria-hidden'?: 'true' | undefined
  readonly 'aria-label'?: string | undefined
  readonly checked?: true | undefined
  readonly 'data-align'?: string | undefined
  readonly 'data-border'?: 'true' | undefined
  readonly 'data-caret'?: '' | undefined
  readonly 'data-icon'?: string | undefined
  readonly 'data-kind'?: number | undefined
  readonly 'data-long'?: 'true' | undefined
  readonly 'data-large'?: 'true' | undefined
  readonly 'data-level'?: number | string | undefined
  readonly 'data-number'?: 'true' | undefined
  readonly 'data-open'?: 'true' | undefined
  readonly 'data-self'?: 'true' | undefined
  readonly 'data-shift'?: number | undefined
  readonly 'data-status'?: string | undefined
  readonly 'data-style'?: string | undefined
  readonly 'data-wrapped'?: 'true' | undefined
  readonly dir?: 'auto' | 'ltr' | 'rtl' | undefined
  readonly disabled?: true | undefined
  readonly href?: string | undefined
  readonly loading?: 'lazy' | undefined
  readonly open?: true | undefined
  readonly referrerpolicy?: 'no-referrer' | undefined
  readonly rel?: string | undefined
  readonly role?: 'group' | 'note' | undefined
  readonly scope?: 'col' | 'row' | undefined
  readonly src?: string | undefined
  readonly start?: number | undefined
  readonly tabindex?: 0 | undefined
  readonly target?: '_blank' | undefined
  readonly title?: string | undefined
  readonly type?: 'button' | 'checkbox' | 'radio' | undefined
}

/** The role of an element: its HTML class is `rv-` and this name, and `renderReact` can draw it with another component. */
export type Part =
  | 'action'
  | 'actions'
  | 'alert'
  | 'attached'
  | 'attachment'
  | 'author'
  | 'bar'
  | 'card'
  | 'caret'
  | 'carousel'
  | 'channel'
  | 'chart'
  | 'chip'
  | 'code'
  | 'code-body'
  | 'code-chip'
  | 'colour'
  | 'container'
  | 'context'
  | 'control'
  | 'date'
  | 'divider'
  | 'emoji'
  | 'feedback'
  | 'field'
  | 'fields'
  | 'figure'
  | 'fold'
  | 'footer'
  | 'header'
  | 'hero'
  | 'hint'
  | 'host'
  | 'icon'
  | 'input'
  | 'language'
  | 'link'
  | 'list'
  | 'mention'
  | 'output'
  | 'picture'
  | 'plan'
  | 'pretext'
  | 'quiet'
  | 'quote'
  | 'section'
  | 'sources'
  | 'swatch'
  | 'table'
  | 'table-box'
  | 'task'
  | 'thumb'
  | 'title'
  | 'unseen'
  | 'words'

/** A node of a drawing: text, or an element. */
export type DrawnNode = string | DrawnElement
/** An element of a drawing: a tag with attributes and children, ready to become HTML. */
export type DrawnElement = {
  readonly tag: Tag
  readonly part?: Part | undefined
  readonly attributes: Attributes
  readonly children: readonly DrawnNode[]
  /** The background colour, the only style that a message can choose: `#` and 3, 4, 6 or 8 hex digits. */
  readonly colour?: string | undefined
  /** What the element was drawn from. */
  readonly source?: DrawingSource | undefined
}

/** What an element may have been drawn from. Its `type` tells which. */
export type DrawingSource =
  | Block
  | RichTextElement
  | RichTextInline
  | PlanTask
  | ActionElement
  | FeedbackButtons
  | IconButton
  | ContextElement

/** Creates an element. Children that are false, undefined or empty are left out. */
export function element(
  tag: Tag,
  attributes: Attributes & Pick<DrawnElement, 'part' | 'source' | 'colour'>,
  ...children: readonly (DrawnNode | false | undefined | readonly DrawnNode[])[]
): DrawnElement {
  const { part, source, colour, ...rest } = attributes
  const drawn: DrawnNode[] = []
  for (const child of children) {
    if (typeof child === 'string') {
      if (child !== '') drawn.push(child)
    } else if (Array.isArray(child)) for (const inner of child) drawn.push(inner)
    else if (child && 'tag' in child) drawn.push(child)
  }
  return { tag, part, attributes: rest, children: drawn, colour, source }
}

/** Text for screen readers only. */
export function hiddenText(text: string): DrawnElement {
  return element('span', { part: 'unseen' }, text)
}
