const previewers = [
  // Chats and social networks that look at an address to show a card of it.
  'slackbot',
  'slack-imgproxy',
  'facebookexternalhit',
  'facebot',
  'twitterbot',
  'linkedinbot',
  'whatsapp',
  'telegrambot',
  'discordbot',
  'skypeuripreview',
  'microsoftpreview',
  'bingpreview',
  'mattermost',
  'mastodon',
  'redditbot',
  'pinterest',
  'vkshare',
  'iframely',
  'embedly',
  'snap url preview',
  'google-pagerenderer',
  'googleimageproxy',
  'yahoomailproxy',
  // Mail and web filters that open an address before the person does.
  'barracuda',
  'mimecast',
  'proofpoint',
  'safelinks',
  'google-safety',
  'symantec',
  'trend micro',
  // Search engines, and what says of itself that it is none of us. An own robot may be called a bot.
  'googlebot',
  'bingbot',
  'applebot',
  'yandexbot',
  'duckduckbot',
  'petalbot',
  'ahrefsbot',
  'semrushbot',
  'gptbot',
  'crawler',
  'spider',
  'link preview',
  'linkpreview',
  'urlpreview',
]

/**
 * Whether a GET was made by something that reads ahead (a browser's prefetch, a link preview, a mail
 * scanner) and not by a person who meant it. It goes by what such software says of itself.
 */
export function isPreview(header: (name: string) => string | undefined): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
  if (purpose.some((name) => /prefetch|prerender|preview/i.test(header(name) ?? ''))) return true
  const agent = (header('user-agent') ?? '').toLowerCase()
  return previewers.some((name) => agent.includes(name))
}
