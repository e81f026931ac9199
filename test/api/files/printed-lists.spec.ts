import { expect, test } from '@jest/globals';
import { hasPoppler, textOf } from '../../support/poppler.js';
import { startWorker } from '../../support/test-worker.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { settings: { DOCUMENT_WAIT_SECONDS: '120' } });
const DAY = '2026-11-30';
const PEOPLE = [['สมชาย', 'ศรีสุวรรณ'], ['محمد', 'الأحمد'], ['Wolfgang Amadeus Maximilian', 'von und zu Hohenlohe-Waldenburg-Schillingsfürst'], ['Sukarno', '']]; // prettier-ignore

const WORDS = {
  de: { rooming: 'Zimmerliste', unnamed: 'noch ohne Namen', day: 'Montag, 30. November 2026' },
  ar: { rooming: 'قائمة الغرف', unnamed: 'لم يُحدَّد الاسم بعد', day: '30' },
} as const;

(hasPoppler ? test : test.skip)(
  'the rooming list, the departures and the roll-call have the letterhead of the site and its language, and every name as a whole',
  async () => {
    const worker = await startWorker(lodge);
    const people: string[] = [];
    const assignments: object[] = [];
    for (const [index, [first_name = '', last_name = '']] of PEOPLE.entries()) {
      const location_id = await lodge.make.room(site, { name: `Room ${index}`, code: `P-${index}`, floor: '1' });
      const person_id = await lodge.make.student(site, { first_name, last_name, student_id: `PRINT-${index}` });
      people.push(person_id);
      assignments.push({ location_id, person_id });
    }
    const stay = { site: site.id, contract_start: '2026-11-20', contract_end: DAY };
    assignments.push({ location_id: await lodge.make.room(site, { name: 'Last room' }) });
    const held = await manager.post('/bookings/bulk', { ...stay, contract_start: '2026-11-25', status: 'provisional', block: { name: 'Chor der Freunde', notes: 'Frühstück um sieben' }, assignments }); // prettier-ignore
    expect(held.body.summary.created).toBe(5);
    const home = await lodge.make.room(site, { name: 'Home', code: 'H-1' });
    const resident = await manager.post('/bookings', { ...stay, lead_person: people[0], location: home, status: 'checked_in', departure_slot_at: `${DAY}T09:30` }); // prettier-ignore
    expect([resident.status, resident.body.detail]).toEqual([200, undefined]);
    for (const [language, words] of Object.entries(WORDS)) {
      const head = { language, address: '12 Castle Wharf\nLondon SE1', phone: '+44 20 7946 0000', email: 'desk@kings.example', colour: '#7C2D12' }; // prettier-ignore
      await lodge.sql(
        'UPDATE sites SET language = $2, address = $3, phone = $4, email = $5, colour = $6 WHERE id = $1',
        [site.id, ...Object.values(head)],
      );
      const print = async (url: string) => {
        const answer = await lodge.instance.app.inject({ url, headers: { cookie: manager.cookie } });
        expect([answer.statusCode, answer.headers['content-language']]).toEqual([200, language]);
        const text = textOf(answer.rawPayload).normalize('NFKC');
        for (const part of ['12 Castle Wharf', '+44 20 7946 0000', 'desk@kings.example', 'สมชาย'.normalize('NFKC')])
          expect([url, part, text.includes(part)]).toEqual([url, part, true]);
        return text.replaceAll(/\s+/g, ' ');
      };
      const list = await print(`/block-bookings/${held.body.block_booking._id}/document?site=${site.id}`);
      for (const part of ['Chor der Freunde', 'Frühstück um sieben', 'PRINT-2', 'P-3', 'Sukarno', 'Schillingsfürst', 'Last room'])
        expect([language, part, list.includes(part)]).toEqual([language, part, true]); // prettier-ignore
      if (language === 'de') for (const part of [words.rooming, words.unnamed, '5 Buchungen, 1 ohne Namen']) expect(list.toLowerCase()).toContain(part.toLowerCase()); // prettier-ignore
      const leaving = await print(`/sites/${site.id}/departure-slots/document?on=${DAY}`);
      expect(leaving).toContain('Home');
      if (language === 'de') expect(leaving).toContain(words.day);
      const present = await print(`/sites/${site.id}/roll-call/document`);
      expect(present).toContain('H-1');
    }
    await worker.close();
  },
);
