import { listController } from '#libs/sites/list-controller';

export const LIST_CONTROLLERS = [
  listController({ list: 'flags', path: 'flags', tag: 'Flags', one: 'flag', many: 'flags', idParam: 'flagId' }),
  listController({
    list: 'welfare_states',
    path: 'welfare-states',
    tag: 'Welfare states',
    one: 'welfare state',
    many: 'welfare states',
    idParam: 'welfareStateId',
  }),
  listController({
    list: 'categories',
    path: 'categories',
    tag: 'Categories',
    one: 'category',
    many: 'categories',
    idParam: 'categoryId',
  }),
];
