/** [ENV-11] The most characters of each kind of text from outside, in code points. Every string of every schema has one. */
export const maxLength = {
  /** An id, a ts, or a short name under which the server knows something. */
  id: 255,
  /** An id that a browser sends or made up. */
  browserId: 64,
  /** Ids joined by commas: the 5,000 people of a user group, and more. */
  idList: 80_000,
  /** Words joined by commas, of which there are few. */
  wordList: 1000,
  cursor: 1024,
  /** A code, token, client secret or other secret. */
  secret: 1024,
  /** An address, and what an OAuth page is asked for. */
  address: 4000,
  email: 320,
  password: 1000,
  /** A team or app of an operator's command, by id, domain or name. */
  reference: 320,

  /** How the author of a message is shown. */
  username: 80,
  iconEmoji: 100,
  iconUrl: 2048,

  /** [MSG-31] All of a message as JSON, without what was streamed. */
  message: 100_000,
  /** The words of a message: `text` and `markdown_text`, and what a person types. */
  text: 40_000,
  markdown: 12_000,
  /** What is typed into one field, or behind a command. */
  field: 12_000,
  /** What is typed to search among options. */
  optionQuery: 3000,
  search: 1000,

  channelName: 80,
  topic: 250,
  /** A text that is refused or cut by its own, smaller limit. */
  line: 1000,
  /** A title, and other names of what people keep. */
  title: 255,
  bookmarkLink: 3000,
  altText: 1000,
  emojiName: 255,
  command: 64,
  usergroupName: 80,
  /** With `@`. */
  handle: 81,
  usergroupDescription: 140,
  /** A picture in base64: as a frame of the feed, and as an argument, of which a body holds no more. */
  pictureFrame: 60_000,
  picture: 1_400_000,
  /** The outputs of a function, as JSON. */
  outputs: 100_000,
  /** An app manifest, as JSON. */
  manifest: 100_000,
} as const

/** The most bytes of a frame that a browser sends to the feed. A longer one closes the socket. */
export const maxFrameBytes = 64 * 1024
