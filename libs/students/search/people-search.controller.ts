import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '#libs/accounts/access/access';
import { Operation } from '#libs/accounts/access/operation.decorator';
import { FoundPeopleResponse, SearchPeopleQuery } from '#libs/students/search/people-search.dto';
import { PeopleSearchService } from '#libs/students/search/people-search.service';

@ApiTags('Students')
@Controller('students')
export class PeopleSearchController {
  constructor(private readonly people: PeopleSearchService) {}

  @Get()
  @Operation({
    operationId: 'Students_search',
    summary: 'Find people in all of your sites',
    description:
      'By a part of the name, the email or the student id, in each site in which the caller has `student.read`; with an API key, in the sites of the key. When nobody is spelt so, who is spelt nearly so.',
    access: 'session_or_key',
    response: FoundPeopleResponse,
    addition: true,
    errors: ['invalid_query'],
  })
  search(@CurrentCaller() caller: Caller, @Query() query: SearchPeopleQuery): Promise<FoundPeopleResponse> {
    return this.people.search(caller, query);
  }
}
