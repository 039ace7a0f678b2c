#import "Cart.h"
@class Item;
@protocol Later;

static NSString *const kName = @"}";

/// Things that pay.
@protocol Payable <NSObject>
@required
- (BOOL)pay:(NSInteger)amount currency:(NSString *)currency;
@end

@interface Cart () <Payable>
@property (nonatomic, strong) NSArray<Item *> *items;
@end

@implementation Cart {
  int _count;
}

#pragma mark - Life

// Makes one.
- (instancetype)initWithItems:(NSArray<Item *> *)items done:(void (^)(BOOL ok))done {
  if (self = [super init]) {
    dispatch_block_t b = ^{ NSLog(@"{ %@", @{@"a": @1}); };
    b();
  }
  return self;
}

+ (Class)layerClass
{
  return [CALayer class]; // @end
}

- (void)reload { [self.items enumerateObjectsUsingBlock:^(id o, NSUInteger i, BOOL *stop) {}]; }
@end

static int helper(int a, char c) { return c == '}' ? a : 0; }
