interface About {
  channel: string
  /** A channel that the person is in. */
  other: string
  ts: string
  user: string
  /** A moment in the future, Unix milliseconds. */
  at: number
}

/** Every frame with which a browser can ask for a message, or have something done with it. */
export function framesOf({ channel, other, ts, user, at }: About): object[] {
  const place = { channel, ts }
  return [
    { type: 'open', channel },
    ...['around', 'before', 'after'].flatMap((where) => [
      { type: 'history', channel, [where]: ts },
      { type: 'thread', channel, thread_ts: ts, [where]: ts },
    ]),
    { type: 'thread', channel, thread_ts: ts },
    { type: 'thread', channel: other, thread_ts: ts },
    ...['typed', 'versions', 'pin', 'unpin', 'save'].map((type) => ({ type, ...place })),
    ...['typed', 'versions', 'save'].map((type) => ({ type, channel: other, ts })),
    { type: 'save', ...place, remind_at: at },
    { type: 'later', show: 'open' },
    { type: 'later', show: 'done' },
    { type: 'later', show: 'open', after: place },
    { type: 'unsave', ...place },
    { type: 'forward', channel: other, from: place, text: 'see' },
    { type: 'forward', channel, from: { channel: other, ts }, text: 'see' },
    { type: 'send', channel: other, text: `<#${channel}> /archives/${channel}/p${ts.replace('.', '')}` },
    { type: 'send', channel, text: 'again', thread_ts: ts },
    { type: 'edit', ...place, text: 'mine' },
    { type: 'delete', ...place },
    { type: 'react', ...place, name: 'tada' },
    { type: 'unreact', ...place, name: 'tada' },
    { type: 'stop', ...place },
    { type: 'pins', channel },
    { type: 'schedule', channel, text: 'later', post_at: Math.floor(at / 1000) },
    { type: 'draft_of', channel },
    { type: 'draft_of', channel, thread_ts: ts },
    ...['all', 'mentions', 'threads', 'reactions'].map((show) => ({ type: 'activity', show })),
    { type: 'unread', ...place },
    { type: 'notify', channel, muted: false },
    { type: 'channels', channels: [channel] },
    { type: 'find_channels', text: '' },
    { type: 'find_channels', text: 'secret' },
    { type: 'join', channel },
    { type: 'invite', channel, users: [user] },
    { type: 'topic', channel, topic: 'mine' },
    { type: 'bookmark', channel, title: 'mine', link: 'https://example.org', emoji: '' },
    { type: 'converse', channel, looking: channel },
    { type: 'work' },
  ]
}

/** Searches whose answers or numbers could tell of a channel. First with a word that nobody has written. */
export function searches(about: {
  words: readonly [string, string]
  channel: string
  name: string
  user: string
}): string[] {
  const { words, channel, name, user } = about
  const [known, nonsense] = words
  const withWord = (word: string) => [
    word,
    `"${word}"`,
    `${word.slice(0, 5)}*`,
    `${word} in:${channel}`,
    `${word} in:#${name}`,
    `${word} from:<@${user}>`,
    `${word} with:<@${user}>`,
    `${word} -from:me`,
    `${word} has:pin`,
    `${word} is:thread`,
    `from:${user} -${word}`,
  ]
  return [
    ...withWord(nonsense),
    ...withWord(known),
    `in:${channel}`,
    `in:#${name}`,
    `in:<#${channel}>`,
    `in:${name} has:pin`,
    `has:pin`,
    `has::tada:`,
    `has::eyes:`,
    `has:reaction`,
    `has:link`,
    `is:thread`,
    `from:${user} during:today`,
  ]
}
