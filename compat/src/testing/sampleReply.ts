/** The two threads of `workspace.yaml` in which tests stream a reply, and a long text for it. */
export const directThread = { channel: 'D0ANASCOUT', thread_ts: '1767225600.000300' }

export const channelThread = {
  channel: 'C0GENERAL',
  thread_ts: '1767225600.000100',
  recipient_user_id: 'U0ANA',
  recipient_team_id: 'T0ACME',
}

/** Together far more than the 256 characters that the official client buffers before it sends. */
export const paragraphs = [
  '## What changed\n\nTwo things went out **last night**, both behind a flag, and both were watched for an hour. ',
  'The *search* got a new index: it is built while you write, so that nothing has to be rebuilt by `cron` any more.\n\n',
  '1. The index is smaller by a third.\n2. It answers in 40 ms where it took 300.\n3. Old links go on working.\n\n',
  'The other one is the [sign-in page](https://example.com/sign-in): it loads without a script, and it tells apart ',
  'a wrong password from an account that is closed, which was asked for often.\n\n',
  '| region | errors before | errors after |\n| --- | --- | --- |\n| Dublin | 12 | 3 |\n| Osaka | 9 | 2 |\n\n',
  '```sh\nfor region in dublin osaka; do check "$region"; done\n```\n\nNobody had to be woken, and **nothing** was rolled back. ',
  'If you see something odd, say so here: the flag can be taken back within a minute, 🌊 and nothing is lost by it.\n\n',
  '> The index was the last part that needed a quiet hour. From now on a release needs none, whatever is in it, and ',
  'the page that announced such hours is gone. Its address leads to the list of what changed, this message included.',
  '\n\n- Search: Ana, in Dublin, has the flag and the figures.\n- Sign-in: Ben, who also reads what people write of it.\n',
  '- Everything else: ask here, and somebody who is awake will answer; between the three of us that is always one.\n\n',
]
