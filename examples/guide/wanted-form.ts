import { termsOf } from './terms.ts'

const begin = String.raw`(?:^|[\s.!?;,:(]+)(?:(?:and|but|please|can you|could you|would you)\s+)*`
const verb = String.raw`(?:(?:tell|show|give|explain|answer|reply|write|summari[sz]e|format|present|put|list|say)\s+(?:(?:it|this|that|me|us|them|all|everything|(?:the|your) answer)\s+)*)?`
const size = String.raw`(?:(?:a|an|the|one|two|three|a few|few|some|short|brief|simple|small|numbered|bulleted|bullet)\s+)*`
const shape =
  '(?:tables?|lists?|bullets?|points|steps|sentences?|words|lines|paragraphs?|plain english)'
const manner = '(?:step by step|briefly|shortly|in short|in detail|in brief)'
const form = new RegExp(
  String.raw`${begin}${verb}(?:(?:with|in|as|using)\s+${size}${shape}|${manner})\b(?:[\s,]*please)?`,
  'gi',
)

/** A request without how its answer is wanted to look (“Tell me with a table”), which is not what it is about. */
export function withoutForm(request: string): string {
  const rest = request
    .replace(form, ' ')
    .replace(/^[\s:,.;-]+/, '')
    .trim()
  return termsOf(rest).length > 0 ? rest : request
}
