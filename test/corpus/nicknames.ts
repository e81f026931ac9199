/** What friends call them. The rules have a table of their own; this one was written without looking at it. */
export const NICKNAMES: Record<string, string[]> = {
  Abigail: ['Abby'], Alexandre: ['Alex'], Alexander: ['Alex'], Andrew: ['Andy', 'Drew'], António: ['Toni'],
  Benjamin: ['Ben'], Bethany: ['Beth'], Caroline: ['Carrie'], Charlotte: ['Lottie'], Christian: ['Chris'],
  Christopher: ['Chris', 'Kit'], Daniel: ['Dan', 'Danny'], Edward: ['Ed', 'Ted'], Eleanor: ['Ellie', 'Nell'],
  Francisco: ['Paco', 'Chico'], Franziska: ['Franzi'], Harriet: ['Hattie'], James: ['Jim', 'Jamie'], Jessica: ['Jess'],
  José: ['Pepe', 'Zé'], Joseph: ['Joe'], Katarzyna: ['Kasia'], Katrin: ['Kati'], Margaret: ['Maggie', 'Peggy', 'Meg'],
  Matthew: ['Matt'], Nathan: ['Nate'], Oliver: ['Ollie'], Olivia: ['Liv'], Patrick: ['Paddy', 'Pat'], Rebecca: ['Becky'],
  Samuel: ['Sam'], Sebastian: ['Basti', 'Seb'], Stefanie: ['Steffi'], Thomas: ['Tom', 'Tommy'], William: ['Bill', 'Will'],
  Alejandro: ['Alex'], Concepción: ['Concha'], Jesús: ['Chus'], Małgorzata: ['Gosia'], Krzysztof: ['Krzys'],
  Alessandro: ['Sandro'], Francesco: ['Franco'], Lorenzo: ['Renzo'], Valentina: ['Vale'], Matthias: ['Matze'],
  Joanna: ['Asia'], Nikolai: ['Kolya'], Aleksandra: ['Ola'], Mohamed: ['Mo'], Zoë: ['Zo'],
}; // prettier-ignore
