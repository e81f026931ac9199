import { Module } from '@nestjs/common';
import { ReferenceResolver } from '#libs/core/http/references';
import { SiteReferences } from '#libs/references/site-references.service';

@Module({
  providers: [{ provide: ReferenceResolver, useClass: SiteReferences }],
  exports: [ReferenceResolver],
})
export class ReferencesModule {}
