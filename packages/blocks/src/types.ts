import type { z } from 'zod'
import type * as attachments from '#schema/attachment'
import type * as blocks from '#schema/block'
import type * as chunks from '#schema/chunk'
import type * as elements from '#schema/element'
import type * as rich from '#schema/richText'
import type * as texts from '#schema/text'
import type * as views from '#schema/view'

// The types of Block Kit, as docs.slack.dev/reference/block-kit describes them. They are inferred from the schemas that
// `check` uses, so what passes a check has its type. Lengths count code points.

/** Any block that a message may hold. */
export type Block = z.infer<typeof blocks.block>
/** `section`: a text, up to 10 fields and an accessory element next to them. */
export type SectionBlock = z.infer<typeof blocks.section>
/** `header`: plain text of up to 150 characters, at level 1 to 4. */
export type HeaderBlock = z.infer<typeof blocks.header>
/** `divider`: a horizontal rule. */
export type DividerBlock = z.infer<typeof blocks.divider>
/** `context`: up to 10 small texts and images. */
export type ContextBlock = z.infer<typeof blocks.context>
/** `image`: a picture by address or file, with a title. */
export type ImageBlock = z.infer<typeof blocks.image>
/** `actions`: up to 25 interactive elements. */
export type ActionsBlock = z.infer<typeof blocks.actions>
/** `markdown`: Markdown source of up to 12,000 characters. */
export type MarkdownBlock = z.infer<typeof blocks.markdown>
/** `table`: up to 100 rows of up to 20 cells, the first row being the header. */
export type TableBlock = z.infer<typeof blocks.table>
/** A cell of a `table` or `data_table`: plain text, a number or rich text. */
export type TableCell = z.infer<typeof blocks.cell>
/** `data_table`: a captioned table of up to 200 rows below a plain header row. */
export type DataTableBlock = z.infer<typeof blocks.dataTable>
/** `task_card`: one task of an agent, with its status, details, output and sources. */
export type TaskCardBlock = z.infer<typeof blocks.taskCard>
/** `plan`: the tasks of an agent under one title. */
export type PlanBlock = z.infer<typeof blocks.plan>
/** A task inside a `plan`: a task card whose `type` may be left out. */
export type PlanTask = z.infer<typeof blocks.planTask>
/** The status of a task: `pending`, `in_progress`, `complete` or `error`. */
export type TaskStatus = z.infer<typeof blocks.status>
/** `context_actions`: up to 5 feedback and icon buttons. */
export type ContextActionsBlock = z.infer<typeof blocks.contextActions>
/** `video`: a video by its address and thumbnail. */
export type VideoBlock = z.infer<typeof blocks.video>
/** `file`: a remote file by its external id. */
export type FileBlock = z.infer<typeof blocks.file>
/** `input`: a labelled field. */
export type InputBlock = z.infer<typeof blocks.input>
/** `alert`: a text of up to 200 characters with a level of importance. */
export type AlertBlock = z.infer<typeof blocks.alert>
/** `card`: an image, a title, a body and up to 3 buttons. */
export type CardBlock = z.infer<typeof blocks.card>
/** `carousel`: up to 10 cards side by side. */
export type CarouselBlock = z.infer<typeof blocks.carousel>
/** `container`: up to 10 blocks under one title, which may be collapsible. */
export type ContainerBlock = z.infer<typeof blocks.container>
/** `data_visualization`: a pie, or series as bars, lines or areas, under a title. */
export type DataVisualizationBlock = z.infer<typeof blocks.dataVisualization>

/** `rich_text`: its `elements` are sections, lists, preformatted texts and quotes. */
export type RichTextBlock = z.infer<typeof blocks.richText>
/** An element of a rich_text block: a section, list, preformatted text or quote. */
export type RichTextElement = z.infer<typeof rich.subElement>
/** `rich_text_section`: text with inline elements. */
export type RichTextSection = z.infer<typeof rich.section>
/** `rich_text_list`: items at one indent of 0 to 8. `offset` is the first item's number less one. */
export type RichTextList = z.infer<typeof rich.list>
/** `rich_text_preformatted`: a code block. */
export type RichTextPreformatted = z.infer<typeof rich.preformatted>
/** `rich_text_quote`: a quote of inline elements. */
export type RichTextQuote = z.infer<typeof rich.quote>

/** Any inline element of a section, quote or preformatted text. */
export type RichTextInline = z.infer<typeof rich.inline>
/** `text`: words of one style. */
export type RichTextText = z.infer<typeof rich.textElement>
/** `link`: an address of up to 3,000 characters with an optional label. */
export type RichTextLink = z.infer<typeof rich.linkElement>
/** `user`: a mention of a user by id. */
export type RichTextUser = z.infer<typeof rich.userElement>
/** `usergroup`: a mention of a user group by id. */
export type RichTextUsergroup = z.infer<typeof rich.usergroupElement>
/** `channel`: a mention of a channel by id. */
export type RichTextChannel = z.infer<typeof rich.channelElement>
/** `broadcast`: `@here`, `@channel` or `@everyone`. */
export type RichTextBroadcast = z.infer<typeof rich.broadcastElement>
/** `color`: a colour by its hex value. */
export type RichTextColor = z.infer<typeof rich.colorElement>
/** `date`: Unix seconds with a format of `{tokens}`. */
export type RichTextDate = z.infer<typeof rich.dateElement>
/** `emoji`: an emoji by its name without colons, with an optional skin tone of 1 to 6. */
export type RichTextEmoji = z.infer<typeof rich.emojiElement>
/** Any inline element newer than the nine above: it is shown by its `text`, `url`, `fallback` or `name`. */
export type RichTextOther = z.infer<typeof rich.otherElement>
/** The style flags of any inline element; only mentions may have `unlink`. */
export type RichTextStyle = NonNullable<RichTextUser['style']>

/** A `plain_text` or `mrkdwn` object. */
export type TextObject = z.infer<ReturnType<typeof texts.textObject>>
/** A `plain_text` object. */
export type PlainText = z.infer<ReturnType<typeof texts.plainText>>
/** A source of a task: an address and its label. */
export type UrlSource = z.infer<typeof texts.urlSource>

/** `button`. */
export type Button = z.infer<typeof elements.button>
/** Any element that a person can act on in an `actions` or `input` block. */
export type ActionElement = z.infer<typeof elements.actionElement> | z.infer<typeof elements.inputElement>
/** `overflow`: a menu of up to 5 options. */
export type Overflow = z.infer<typeof elements.overflow>
/** `radio_buttons` or `checkboxes`. */
export type Choices = z.infer<typeof elements.choices>
/** Any of the ten select menus: of options, users, channels or conversations, one or several. */
export type Select = z.infer<typeof elements.select>
/** `datepicker`, `timepicker` or `datetimepicker`. */
export type Picker = z.infer<typeof elements.picker>
/** `plain_text_input`, `email_text_input`, `url_text_input`, `number_input` or `file_input`. */
export type TextField = z.infer<typeof elements.textField>
/** `rich_text_input`. */
export type RichTextField = z.infer<typeof elements.richTextInput>
/** An option of a select menu, radio buttons or checkboxes. Only the latter two may have mrkdwn in their texts. */
export type SelectOption = Choices['options'][number]
/** Options of a select menu under one label. */
export type SelectGroup = NonNullable<Select['option_groups']>[number]
/** The dialog that asks a person to confirm an interaction. */
export type Confirm = NonNullable<Button['confirm']>
/** An element of a `context` block: a text or an image. */
export type ContextElement = z.infer<typeof elements.contextElement>
/** `feedback_buttons`: a positive and a negative button. */
export type FeedbackButtons = z.infer<typeof elements.feedbackButtons>
/** `icon_button`: a button with a named icon. */
export type IconButton = z.infer<typeof elements.iconButton>

/** A modal or home tab, as `views.open` and `views.publish` take it: up to 100 blocks. */
export type View = z.infer<typeof views.view> & { blocks: Block[] }

/** One step of a streamed reply, as `chat.appendStream` takes it in `chunks`. */
export type Chunk = z.infer<typeof chunks.chunk>
/** `markdown_text`: Markdown to append to the text. */
export type MarkdownTextChunk = z.infer<typeof chunks.markdownText>
/** `task_update`: a new task, or what changed in the task with this id. Texts have up to 256 characters. */
export type TaskUpdateChunk = z.infer<typeof chunks.taskUpdate>
/** `plan_update`: the title of the plan. */
export type PlanUpdateChunk = z.infer<typeof chunks.planUpdate>
/** `blocks`: finished blocks to append. */
export type BlocksChunk = z.infer<typeof chunks.blocks>

/** An attachment of a message, as an app sends it. */
export type GivenAttachment = z.infer<typeof attachments.attachment> & { blocks?: Block[] | undefined }
/** A button or menu of an attachment. */
export type AttachmentAction = NonNullable<GivenAttachment['actions']>[number]
/** An attachment, as a message holds it. The fields that an app cannot set say which link it describes, and for which app. */
export type Attachment = GivenAttachment & {
  /** Unique in the message. */
  id: number
  fallback: string
  /** The link that an app described with it. */
  from_url?: string | undefined
  app_unfurl_url?: string | undefined
  is_app_unfurl?: true | undefined
  /** The message at `from_url` was forwarded: by whom it was, and where. */
  is_share?: true | undefined
  is_msg_unfurl?: true | undefined
  author_id?: string | undefined
  channel_id?: string | undefined
  channel_team?: string | undefined
  /** The app that described the link, to which presses go. */
  app_id?: string | undefined
  bot_id?: string | undefined
}
