import type { Texts } from './en.ts'
import { pt } from './pt.ts'

/** As it is written in Brazil. */
export const ptBr: Texts = {
  ...pt,
  language: 'pt-BR',
  placeholder: 'Escreva uma mensagem',
  offline: 'Você está sem conexão. O que escrever fica aqui.',
  reconnecting: 'A conexão caiu. Tentando de novo…',
  tooLong: 'Sua mensagem tem {count} {count:one=caractere|other=caracteres} a mais.',
  unreachable: 'Não é possível acessar o servidor do chat.',
  answer: 'Sua resposta',
  tooFewLetters: 'No mínimo {count} {count:one=caractere|other=caracteres}.',
  tooManyLetters: 'No máximo {count} {count:one=caractere|other=caracteres}.',
  attach: 'Anexar arquivos',
  attached: 'Arquivos para enviar',
  dropHere: 'Solte os arquivos aqui',
  tooManyFiles:
    '{count:one=Pode ser enviado|other=Podem ser enviados} no máximo {count} {count:one=arquivo|other=arquivos} de cada vez.',
  fileUnreadable: 'Não foi possível ler um arquivo.',
  file: 'Arquivo',
  download: 'Baixar a conversa',
  deleteQuestion: 'Apagar definitivamente todas as suas conversas, arquivos e avaliações?',
}
