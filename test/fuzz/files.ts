import { XLSX_TYPE } from '#libs/core/http/file-types';
import { workbook } from '../support/workbook.js';

const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]): string => `<row>${texts.map(cell).join('')}</row>`;
const sheet = (rows: string, name = 'Rows') => workbook({ sheets: [{ name, rows }] });
const part = (disposition: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const file = (text: string, name = 'a.csv'): string => part(`name="file"; filename="${name}"`, text);
const END = '--b--\r\n';
const ROWS = 'room,name,student_id,first_name,last_name,contract_start,contract_end\n';

const CSV = [
  '',
  ' ',
  '\n\n\n',
  '\u0000',
  'room\n\u0000\n',
  'room',
  ROWS,
  'constructor,__proto__,prototype,toString\n1,2,3,4\n',
  'room,room,room\nA,B,C\n',
  'row_index,values,_id,site\n-1,{},x,y\n',
  `${ROWS}x,x,x,x,x,2027-99-01,0000-00-00\n`,
  `${ROWS}=cmd(),+1,-1,@x,\u00ff,1e999,${'9'.repeat(400)}\n`,
  `${ROWS}"x\n`,
  `${ROWS}"x"y,"\n`,
  `\u00ef\u00bb\u00bf${ROWS}\u00ef\u00bb\u00bf\n`,
  '\u00ff\u00fer\u0000o\u0000o\u0000m\u0000\n\u0000\u00ff',
  '\u00fe\u00ff\u0000r\u0000o\u0000o\u0000m\u0000\n\u00d8',
  'room\n\u00e9\u00ff\u0081\n',
  `${Array.from({ length: 999 }, (_, index) => `k${index}`).join()}\n${',x'.repeat(1_200)}\n`,
  `${Array.from({ length: 1_001 }, (_, index) => `k${index}`).join()}\nx\n`,
  `${'x'.repeat(70_000)}\nx\n`,
  `room\n${'x\n'.repeat(20_001)}`,
  `room\r${'x\r'.repeat(300)}`,
  `room;name\tlast_name,x\na;b\tc,d\n`,
];

const FORMS = [
  '',
  END,
  '--b',
  '--c--',
  `${file(ROWS)}`,
  `${file(ROWS)}${END}`,
  `${file('')}${END}`,
  `${file(ROWS)}${file(ROWS)}${END}`,
  `${file(ROWS, '../../x')}${END}`,
  `${file('PK\u0003\u0004', 'a.xlsx')}${END}`,
  `${part('name="site"', 'x')}${file(ROWS)}${END}`,
  `${part('name="constructor"', 'x')}${part('name="__proto__"', 'x')}${file(ROWS)}${END}`,
  `${part('name="columns"', '{"constructor":{"x":1},"__proto__":null}')}${file(ROWS)}${END}`,
  `${part('name="columns"', '{"room":{"toString":1}}')}${file(ROWS)}${END}`,
  `${part('name="columns"', `${'['.repeat(5_000)}`)}${file(ROWS)}${END}`,
  `${part('name="rows"', '[{"row_index":0,"values":{}}]')}${file(ROWS)}${END}`,
  `${part('name="encoding"', 'constructor')}${file(ROWS)}${END}`,
  `${part('name="date_order"', '\u0000')}${file(ROWS)}${END}`,
  `${part('name=""', 'x')}${part('filename=""', 'x')}${END}`,
  `${part('name="file"', 'no file')}${END}`,
  `${part('x="y"', 'x')}${part('x="y"', 'x')}${file(ROWS)}${END}`,
  `${part('x="y"', 'x'.repeat(200_000))}${END}`,
  `--b\r\nContent-Disposition: form-data; name*=utf-8''%ff%00\r\n\r\nx\r\n${END}`,
];

const XLSX = await Promise.all([
  Promise.resolve(Buffer.from('PK')),
  Promise.resolve(Buffer.from('PK\u0003\u0004')),
  Promise.resolve(Buffer.alloc(22)),
  sheet(''),
  sheet('<row/>'.repeat(50)),
  sheet(row('constructor', '__proto__', 'room') + row('1', '2', '3'), 'constructor'),
  sheet(row('room', 'contract_start') + row('&#0;', '&#55296;')),
  sheet(row('room', 'contract_start') + '<row><c><v>1e999</v></c><c><v>-99999999</v></c></row>'),
  sheet('<row r="-1"><c r="ZZZZ9"><v>NaN</v></c></row>'),
  sheet('<row r="99999999999"><c r="A0" s="99" t="s"><v>77</v></c></row>'),
  sheet('<row><c t="e"><v>#REF!</v></c><c t="b"><v>x</v></c><c t="d"><v>0000-99-99</v></c></row>'),
  sheet('<row><c t="inlineStr"><is><t>'.repeat(400)),
  sheet(']]><!DOCTYPE x [<!ENTITY a "&a;">]>&a;'),
  workbook({ sheets: [] }),
  workbook({ sheets: [{ name: 'Rows', rows: row('room') }], parts: { 'xl/workbook.xml': '<' } }),
  workbook({ sheets: [{ name: 'Rows', rows: row('room') }], formats: ['[$-x]'.repeat(50), 'yyyy;;;;;@@@'] }),
]);
const halves = XLSX.map((whole) => whole.subarray(0, whole.length / 2));

/** Files of each type that a route of files takes, a byte in each character. Wrong types for them are made by the fuzz of headers. */
export const HOSTILE_FILES: Record<string, string[]> = {
  'text/csv': CSV,
  'text/csv; charset=utf-16': CSV.slice(0, 8),
  'multipart/form-data; boundary=b': FORMS,
  'multipart/form-data; boundary=': FORMS.slice(0, 6),
  [XLSX_TYPE]: [...XLSX, ...halves].map((bytes) => bytes.toString('latin1')),
};
